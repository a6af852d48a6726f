/* SPDX-License-Identifier: BSD-3-Clause */
/* A lock made of compare_and_swap guards a counter that is read and written in two steps. */
#include "window.h"

#define ROUNDS 5

int main(int argc, char** argv) {
  WINDOW int memory[2] = {-1, 0};
  int none = -1, old, value, i;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (i = 0; i < ROUNDS; i++) {
    do {
      MUST(MPI_Compare_and_swap(&world_rank, &none, &old, MPI_INT, 0, 0, win));
      MUST(MPI_Win_flush(0, win));
    } while (old != -1);
    MUST(MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win));
    MUST(MPI_Win_flush(0, win));
    value++;
    MUST(MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win));
    MUST(MPI_Win_flush(0, win));
    MUST(MPI_Compare_and_swap(&none, &world_rank, &old, MPI_INT, 0, 0, win));
    MUST(MPI_Win_flush(0, win));
    CHECK(old == world_rank);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  CHECK(value == ROUNDS * world_size, "%d", value);
  MPI_Win_free(&win);
  return end_test();
}
