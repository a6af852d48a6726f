/* SPDX-License-Identifier: BSD-3-Clause */
/* A communicator that is freed while a receive is pending stays alive until the receive ends. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm twin, other;
  MPI_Request request;
  int value = -1, next, before, i;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < 3; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Irecv(&value, 1, MPI_INT, before, 9, twin, &request);
    other = twin;
    MPI_Send(&world_rank, 1, MPI_INT, next, 9, twin);
    MPI_Comm_free(&twin);
    CHECK(twin == MPI_COMM_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(value == before);
  }
  (void)other;
  return end_test();
}
