/* SPDX-License-Identifier: BSD-3-Clause */
/* A cancelled receive completes, says so, and does not take the next message; one that has its
   message already ends as if nothing had happened. */
#include "check.h"

int main(int argc, char** argv) {
  int value = -1, other = -1, cancelled, round, flag = 0, next, before;
  MPI_Request request, send;
  MPI_Status status;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Irecv(&value, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(cancelled && request == MPI_REQUEST_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&world_rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &send);
  MPI_Recv(&other, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(other == before && value == -1 && !cancelled);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  /* A receive with its message: the message that was sent before comes after it. */
  MPI_Irecv(&value, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &request);
  MPI_Send(&world_rank, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(!cancelled && value == before);
  /* Persistent receives: cancelled, and still good for the next start. */
  MPI_Recv_init(&value, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request);
  for (round = 0; round < 3; round++) {
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled && request != MPI_REQUEST_NULL);
    value = -1;
    MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&world_rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(!cancelled && value == before);
  }
  MPI_Request_free(&request);
  return end_test();
}
