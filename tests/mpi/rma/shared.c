/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared memory: the parts follow each other, and stores of one rank are loads of the others. */
#include "check.h"

int main(int argc, char** argv) {
  int *memory, *part, i, k, unit;
  MPI_Aint size;
  MPI_Win win;
  start_test(&argc, &argv);
  /* Rank r has r + 1 elements. */
  MUST(MPI_Win_allocate_shared((MPI_Aint)sizeof(int) * (world_rank + 1), sizeof(int), MPI_INFO_NULL,
                               MPI_COMM_WORLD, &memory, &win));
  MUST(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
  for (i = 0; i <= world_rank; i++) memory[i] = 1000 * world_rank + i;
  MUST(MPI_Win_sync(win));
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_sync(win));
  for (k = 0; k < world_size; k++) {
    MUST(MPI_Win_shared_query(win, k, &size, &unit, &part));
    CHECK(size == (MPI_Aint)sizeof(int) * (k + 1) && unit == sizeof(int), "rank %d", k);
    CHECK(k != world_rank || part == memory);
    for (i = 0; i <= k; i++) CHECK(part[i] == 1000 * k + i, "rank %d, %d", k, i);
  }
  MUST(MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &part));
  for (i = 0, k = 0; k < world_size; i += ++k) CHECK(part[i] == 1000 * k, "rank %d", k);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_unlock_all(win));
  MPI_Win_free(&win);
  return end_test();
}
