/* SPDX-License-Identifier: BSD-3-Clause */
/* Accumulates of one origin on one place are done in the order of the calls (MPI 12.7.2), a long
   one before the short one after it. */
#include "window.h"

#define COUNT 200000

int main(int argc, char** argv) {
  int *memory, *values, two = 2, old = 0, i;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_allocate((MPI_Aint)sizeof(int) * COUNT, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  values = malloc(sizeof(int) * COUNT);
  for (i = 0; i < COUNT; i++) {
    memory[i] = 0;
    values[i] = 1;
  }
  MPI_Win_fence(0, win);
  if (world_rank == 0) {
    const int target = world_size - 1;
    MUST(MPI_Accumulate(values, COUNT, MPI_INT, target, 0, COUNT, MPI_INT, MPI_REPLACE, win));
    MUST(MPI_Accumulate(&two, 1, MPI_INT, target, COUNT - 1, 1, MPI_INT, MPI_REPLACE, win));
    MUST(MPI_Get_accumulate(&two, 1, MPI_INT, &old, 1, MPI_INT, target, COUNT - 1, 1, MPI_INT,
                            MPI_SUM, win));
  }
  MPI_Win_fence(0, win);
  CHECK(world_rank != 0 || old == 2, "%d", old);
  if (world_rank == world_size - 1) {
    for (i = 0; i < COUNT - 1; i++) CHECK(memory[i] == 1, "%d", i);
    CHECK(memory[COUNT - 1] == 4, "%d", memory[COUNT - 1]);
  }
  free(values);
  MPI_Win_free(&win);
  return end_test();
}
