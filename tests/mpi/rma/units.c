/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacements count in the unit that the target has given; ranks may give different ones. */
#include "window.h"

int main(int argc, char** argv) {
  WINDOW char memory[64];
  short value;
  int target, i;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, 2 * (world_rank % 3 + 1), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  value = (short)(world_rank + 1);
  for (target = 0; target < world_size; target++) {
    if (world_rank == 0) MPI_Put(&value, 1, MPI_SHORT, target, 3, 1, MPI_SHORT, win);
  }
  MPI_Win_fence(0, win);
  for (i = 0; i < 32; i++) {
    const int expected = i == 3 * (world_rank % 3 + 1) ? 1 : 0;
    memcpy(&value, memory + 2 * i, 2);
    CHECK(value == expected, "%d: %d", i, value);
  }
  MPI_Win_free(&win);
  return end_test();
}
