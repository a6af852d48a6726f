/* SPDX-License-Identifier: BSD-3-Clause */
/* The target only probes for messages that never come, and sees what is put into its memory. */
#include "check.h"

int main(int argc, char** argv) {
  int *memory, one = 1, found = 0;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *(volatile int*)memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (world_rank == world_size - 1 && world_size > 1) {
    do {
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      CHECK(!found);
    } while (*(volatile int*)memory == 0);
  } else if (world_rank == 0) {
    double start_s = MPI_Wtime();
    while (MPI_Wtime() < start_s + 0.01) {
    }
    MPI_Accumulate(&one, 1, MPI_INT, world_size - 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(world_size - 1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_test();
}
