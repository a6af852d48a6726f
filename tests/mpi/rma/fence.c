/* SPDX-License-Identifier: BSD-3-Clause */
/* Fences: each rank puts into its right neighbour and gets from its left one. */
#include "window.h"

#define COUNT 1000

int main(int argc, char** argv) {
  WINDOW int memory[2 * COUNT];
  static int sent[COUNT], got[COUNT];
  int left, right, round, i;
  MPI_Win win;
  start_test(&argc, &argv);
  left = (world_rank + world_size - 1) % world_size;
  right = (world_rank + 1) % world_size;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (round = 0; round < 3; round++) {
    for (i = 0; i < COUNT; i++) {
      memory[i] = world_rank * COUNT + i + round;
      sent[i] = -(world_rank * COUNT + i + round);
    }
    MUST(MPI_Win_fence(round == 0 ? MPI_MODE_NOPRECEDE : 0, win));
    MUST(MPI_Put(sent, COUNT, MPI_INT, right, COUNT, COUNT, MPI_INT, win));
    MUST(MPI_Get(got, COUNT, MPI_INT, left, 0, COUNT, MPI_INT, win));
    MUST(MPI_Win_fence(0, win));
    for (i = 0; i < COUNT; i++) {
      CHECK(memory[COUNT + i] == -(left * COUNT + i + round), "round %d, %d", round, i);
      CHECK(got[i] == left * COUNT + i + round, "round %d, %d", round, i);
    }
    MUST(MPI_Win_fence(0, win));
  }
  MUST(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
  MPI_Win_free(&win);
  return end_test();
}
