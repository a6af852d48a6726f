/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Waitsome and MPI_Testsome complete each request once, with its index and its status. */
#include "check.h"

enum { count = 9 };

int main(int argc, char** argv) {
  int testing, i, done, some, indices[count], in[count], out[count], seen[count], next, before;
  MPI_Request receives[count], sends[count];
  MPI_Status statuses[count];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (testing = 0; testing < 2; testing++) {
    for (i = 0; i < count; i++) {
      seen[i] = 0;
      out[i] = 100 * world_rank + i;
      MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
    }
    for (i = 0; i < count; i++) {
      MPI_Isend(&out[(i * 4) % count], 1, MPI_INT, next, (i * 4) % count, MPI_COMM_WORLD,
                &sends[i]);
    }
    for (done = 0; done < count; done += some) {
      some = 0;
      if (!testing) {
        MPI_Waitsome(count, receives, &some, indices, statuses);
        CHECK(some >= 1);
      }
      if (testing) MPI_Testsome(count, receives, &some, indices, statuses);
      for (i = 0; i < some; i++) {
        const int index = indices[i];
        CHECK(index >= 0 && index < count && !seen[index], "index %d", index);
        CHECK(in[index] == 100 * before + index);
        CHECK(statuses[i].MPI_TAG == index && statuses[i].MPI_SOURCE == before);
        CHECK(receives[index] == MPI_REQUEST_NULL);
        seen[index] = 1;
      }
    }
    MPI_Waitsome(count, receives, &some, indices, statuses);
    CHECK(some == MPI_UNDEFINED);
    MPI_Testsome(count, receives, &some, indices, MPI_STATUSES_IGNORE);
    CHECK(some == MPI_UNDEFINED);
    MPI_Waitall(count, sends, MPI_STATUSES_IGNORE);
  }
  return end_test();
}
