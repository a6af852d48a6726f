/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive locks of one target exclude locks of all targets, whoever comes first: two cells that a
 * writer changes one after the other are equal to all readers, and no increment is lost. */
#include "window.h"

enum { TURNS = 40 };

int main(int argc, char** argv) {
  int *memory, turn, total, written = 0;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (turn = 0; turn < TURNS; turn++) {
    const int target = (turn * 7 + world_rank / 2) % world_size;
    int cells[2] = {-1, -2};
    if ((turn + world_rank) % 3 == 0) {
      MUST(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
      MPI_Get(&cells[0], 1, MPI_INT, target, 0, 1, MPI_INT, win);
      MUST(MPI_Win_flush(target, win));
      cells[0]++;
      MPI_Put(&cells[0], 1, MPI_INT, target, 0, 1, MPI_INT, win);
      MUST(MPI_Win_flush(target, win));
      MPI_Put(&cells[0], 1, MPI_INT, target, 1, 1, MPI_INT, win);
      MUST(MPI_Win_unlock(target, win));
      written++;
    } else {
      MUST(MPI_Win_lock_all(0, win));
      MPI_Get(&cells[0], 1, MPI_INT, target, 0, 1, MPI_INT, win);
      MUST(MPI_Win_flush_all(win));
      MPI_Get(&cells[1], 1, MPI_INT, target, 1, 1, MPI_INT, win);
      MUST(MPI_Win_unlock_all(win));
      CHECK(cells[0] == cells[1], "turn %d: %d and %d", turn, cells[0], cells[1]);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, world_rank, 0, win));
  CHECK(memory[0] == memory[1], "%d and %d at the end", memory[0], memory[1]);
  MPI_Win_unlock(world_rank, win);
  MPI_Reduce(memory, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(world_rank == 0 ? MPI_IN_PLACE : &written, &written, 1, MPI_INT, MPI_SUM, 0,
             MPI_COMM_WORLD);
  if (world_rank == 0) CHECK(total == written, "%d of %d increments", total, written);
  MPI_Win_free(&win);
  return end_test();
}
