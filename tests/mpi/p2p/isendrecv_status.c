/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 3.11: the status of MPI_Isendrecv and MPI_Isendrecv_replace is that of the receive. */
#include "check.h"

int main(int argc, char** argv) {
  int value, out, next, before, count, i;
  MPI_Request request;
  MPI_Status status;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < 4; i++) {
    out = value = world_rank;
    if (i % 2 == 0) {
      MPI_Isendrecv(&out, 1, MPI_INT, next, 5, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                    MPI_COMM_WORLD, &request);
    } else {
      MPI_Isendrecv_replace(&value, 1, MPI_INT, next, 5, MPI_ANY_SOURCE, MPI_ANY_TAG,
                            MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(value == before && count == 1);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 5);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return end_test();
}
