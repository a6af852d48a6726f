/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Request_get_status looks at a request and leaves it as it is. */
#include "check.h"

int main(int argc, char** argv) {
  int value = -1, flag = 0, i, count, next, before;
  MPI_Request request, send;
  MPI_Status status;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Irecv(&value, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request);
  for (i = 0; i < 10; i++) {
    MPI_Request_get_status(request, &flag, &status);
    CHECK(!flag);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&world_rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &send);
  while (!flag) MPI_Request_get_status(request, &flag, &status);
  for (i = 0; i < 2; i++) {
    CHECK(flag && value == before && request != MPI_REQUEST_NULL);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 3 && count == 1);
    MPI_Request_get_status(request, &flag, &status);
  }
  MPI_Wait(&request, &status);
  CHECK(request == MPI_REQUEST_NULL && status.MPI_SOURCE == before);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  return end_test();
}
