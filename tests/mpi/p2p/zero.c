/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages without data are messages: matched, counted, in order; a null buffer will do. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype nothing;
  MPI_Request requests[4];
  MPI_Status status;
  int i, next, before, value = 17, count, flag = 0;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Type_contiguous(0, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  MPI_Isend(NULL, 0, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&value, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&value, 5, nothing, next, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Issend(NULL, 0, MPI_CHAR, next, 3, MPI_COMM_WORLD, &requests[3]);
  for (i = 0; i < 4; i++) {
    int in = -1;
    MPI_Recv(&in, i == 1 ? 1 : 0, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_TAG == i && count == (i == 1) && in == (i == 1 ? 17 : -1), "message %d", i);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  /* A receive with more room than nothing. */
  MPI_Isend(NULL, 0, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv(&value, 1, MPI_INT, before, 4, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, nothing, &count);
  CHECK(value == 17 && count == 0);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  /* It is no synchronisation by chance: a synchronous one waits for its receive. */
  MPI_Issend(NULL, 0, MPI_INT, world_rank, 5, MPI_COMM_WORLD, &requests[0]);
  for (i = 0; i < 10; i++) {
    MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
  }
  MPI_Recv(NULL, 0, MPI_INT, world_rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Type_free(&nothing);
  return end_test();
}
