/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Waitany and MPI_Testany complete each request once; then there is nothing left. */
#include "check.h"

enum { count = 7 };

int main(int argc, char** argv) {
  int testing, i, done, index, flag, in[count], seen[count], next, before;
  MPI_Request receives[count + 1], sends[count];
  MPI_Status status;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (testing = 0; testing < 2; testing++) {
    int out[count];
    receives[count] = MPI_REQUEST_NULL;
    for (i = 0; i < count; i++) {
      seen[i] = 0;
      in[i] = -1;
      out[i] = 100 * world_rank + i;
      MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
    }
    for (i = count - 1; i >= 0; i--) {
      MPI_Isend(&out[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
    }
    for (done = 0; done < count; done++) {
      index = -1;
      flag = 0;
      if (!testing) MPI_Waitany(count + 1, receives, &index, &status);
      while (testing && !flag) {
        MPI_Testany(count + 1, receives, &index, &flag, &status);
        CHECK(flag || index == MPI_UNDEFINED);
      }
      CHECK(index >= 0 && index < count && !seen[index], "index %d", index);
      CHECK(receives[index] == MPI_REQUEST_NULL);
      CHECK(in[index] == 100 * before + index && status.MPI_TAG == index);
      seen[index] = 1;
    }
    MPI_Waitany(count + 1, receives, &index, &status);
    CHECK(index == MPI_UNDEFINED);
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Testany(count + 1, receives, &index, &flag, &status);
    CHECK(flag && index == MPI_UNDEFINED);
    MPI_Testany(0, NULL, &index, &flag, &status);
    CHECK(flag && index == MPI_UNDEFINED);
    MPI_Waitall(count, sends, MPI_STATUSES_IGNORE);
  }
  return end_test();
}
