/* SPDX-License-Identifier: BSD-3-Clause */
/* Where it takes time to receive, requests complete while MPI_Waitsome and MPI_Testsome look at
 * others: the number returned is that of the requests taken. */
#include "check.h"

enum { MESSAGES = 40 };

int main(int argc, char** argv) {
  int values[MESSAGES], indices[MESSAGES], round, i;
  MPI_Request requests[MESSAGES];
  start_test(&argc, &argv);
  for (round = 0; round < 2; round++) {
    if (world_rank == 0) {
      for (i = 0; i < MESSAGES; i++) MPI_Send(&i, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    } else if (world_rank == 1) {
      int left = MESSAGES, done;
      for (i = 0; i < MESSAGES; i++) {
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
      }
      while (left > 0) {
        if (round == 0) {
          MPI_Waitsome(MESSAGES, requests, &done, indices, MPI_STATUSES_IGNORE);
        } else {
          MPI_Testsome(MESSAGES, requests, &done, indices, MPI_STATUSES_IGNORE);
        }
        CHECK(done >= 0 && done <= left, "%d of %d are complete", done, left);
        for (i = 0; i < done; i++) {
          CHECK(requests[indices[i]] == MPI_REQUEST_NULL && values[indices[i]] == indices[i]);
        }
        left -= done;
      }
      for (i = 0; i < MESSAGES; i++) CHECK(requests[i] == MPI_REQUEST_NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return end_test();
}
