/* SPDX-License-Identifier: BSD-3-Clause */
/* A synchronous send does not complete before its receive has started. */
#include "check.h"

enum { ints = 30000 };

static int data[ints];

int main(int argc, char** argv) {
  int round, i, flag, large;
  start_test(&argc, &argv);
  for (round = 0; round < 4 && world_rank < 2; round++) {
    large = round % 2 == 1;
    if (world_rank == 0) {
      MPI_Request request;
      MPI_Issend(data, large ? ints : 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
      for (i = 0; i < 20; i++) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag, "test %d of round %d", i, round);
      }
      MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(data, ints, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  return end_test();
}
