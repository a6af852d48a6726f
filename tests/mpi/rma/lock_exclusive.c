/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive locks: values are read in one epoch step and written in the next, none is lost. */
#include "window.h"

#define ROUNDS 10

int main(int argc, char** argv) {
  WINDOW int memory;
  int value, i, target;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (i = 0; i < ROUNDS; i++) {
    for (target = 0; target < world_size; target += 2) {
      MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
      MUST(MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win));
      MUST(MPI_Win_flush(target, win));
      value += world_rank + 1;
      MUST(MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win));
      MUST(MPI_Win_unlock(target, win));
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world_rank, 0, win);
  CHECK(memory == (world_rank % 2 == 0 ? ROUNDS * world_size * (world_size + 1) / 2 : 0));
  MPI_Win_unlock(world_rank, win);
  MPI_Win_free(&win);
  return end_test();
}
