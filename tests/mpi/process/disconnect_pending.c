/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests that the program has freed are complete when MPI_Comm_disconnect returns. */
#include "check.h"

#define COUNT 100000

int main(int argc, char** argv) {
  static int sent[COUNT], received[COUNT];
  MPI_Request requests[2];
  MPI_Comm comm;
  int i;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (i = 0; i < COUNT; i++) sent[i] = world_rank * 7 + i;
  MPI_Irecv(received, COUNT, MPI_INT, (world_rank + world_size - 1) % world_size, 0, comm,
            &requests[0]);
  MPI_Isend(sent, COUNT, MPI_INT, (world_rank + 1) % world_size, 0, comm, &requests[1]);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MUST(MPI_Comm_disconnect(&comm));
  for (i = 0; i < COUNT; i++) {
    CHECK(received[i] == (world_rank + world_size - 1) % world_size * 7 + i, "%d", i);
  }
  return_errors();
  comm = MPI_COMM_WORLD;
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_disconnect(&comm));
  return end_test();
}
