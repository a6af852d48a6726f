/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Testall completes all requests or none. */
#include "check.h"

int main(int argc, char** argv) {
  int in[2] = {-1, -1}, i, flag = 0, next, before;
  MPI_Request requests[3], sends[2];
  MPI_Status statuses[3];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Irecv(&in[0], 1, MPI_INT, before, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[2]);
  requests[1] = MPI_REQUEST_NULL;
  MPI_Isend(&world_rank, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &sends[0]);
  for (i = 0; i < 20; i++) {
    MPI_Testall(3, requests, &flag, statuses);
    CHECK(!flag && requests[0] != MPI_REQUEST_NULL && requests[2] != MPI_REQUEST_NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&world_rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &sends[1]);
  while (!flag) MPI_Testall(3, requests, &flag, statuses);
  for (i = 0; i < 3; i++) CHECK(requests[i] == MPI_REQUEST_NULL);
  CHECK(in[0] == before && in[1] == before);
  CHECK(statuses[0].MPI_TAG == 0 && statuses[2].MPI_TAG == 1 && statuses[2].MPI_SOURCE == before);
  CHECK(statuses[1].MPI_TAG == MPI_ANY_TAG && statuses[1].MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Testall(3, requests, &flag, statuses);
  CHECK(flag);
  MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
  CHECK(flag);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  return end_test();
}
