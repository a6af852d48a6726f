/* SPDX-License-Identifier: BSD-3-Clause */
/* While rank 0 holds the exclusive lock of the last rank, another rank's epoch cannot end; shared
   locks may be held by all at once. */
#include <unistd.h>

#include "window.h"

int main(int argc, char** argv) {
  WINDOW int memory;
  int one = 1, last, expected = 0;
  double start_s, waited_s = 0;
  MPI_Win win;
  start_test(&argc, &argv);
  last = world_size - 1;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (world_rank == 0) {
    MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, last, 0, win));
    MUST(MPI_Get(&expected, 1, MPI_INT, last, 0, 1, MPI_INT, win));
    MUST(MPI_Win_flush(last, win));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 0) {
    sleep(1);
    MUST(MPI_Get(&expected, 1, MPI_INT, last, 0, 1, MPI_INT, win));
    MUST(MPI_Win_flush(last, win));
    CHECK(expected == 0);
    MUST(MPI_Win_unlock(last, win));
  } else {
    start_s = MPI_Wtime();
    MUST(MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win));
    MUST(MPI_Accumulate(&one, 1, MPI_INT, last, 0, 1, MPI_INT, MPI_SUM, win));
    MUST(MPI_Win_unlock(last, win));
    waited_s = MPI_Wtime() - start_s;
    CHECK(waited_s > 0.9, "%g s", waited_s);
  }
  /* All hold the shared lock when they meet in the barrier. */
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win));
  MUST(MPI_Fetch_and_op(&one, &expected, MPI_INT, last, 0, MPI_NO_OP, win));
  MUST(MPI_Win_flush(last, win));
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_unlock(last, win));
  if (world_rank == last) CHECK(memory == world_size - 1);
  MPI_Win_free(&win);
  return end_test();
}
