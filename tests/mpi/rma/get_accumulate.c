/* SPDX-License-Identifier: BSD-3-Clause */
/* Get_accumulate returns what was there before, each step of each rank as one. */
#include "window.h"

int main(int argc, char** argv) {
  WINDOW long memory[3];
  long add[3], old[3], swapped = 0, total, sum_of_old;
  int i;
  MPI_Win win;
  start_test(&argc, &argv);
  for (i = 0; i < 3; i++) add[i] = 1 << i;
  MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MUST(MPI_Get_accumulate(add, 3, MPI_LONG, old, 3, MPI_LONG, 0, 0, 3, MPI_LONG, MPI_SUM, win));
  MPI_Win_fence(0, win);
  /* The old values are 0, 1, ... in some order. */
  CHECK(old[0] >= 0 && old[0] < world_size && old[1] == 2 * old[0] && old[2] == 4 * old[0]);
  MPI_Allreduce(&old[0], &sum_of_old, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum_of_old == (long)world_size * (world_size - 1) / 2);
  /* MPI_NO_OP reads as one step; the origin is not looked at. */
  MUST(MPI_Get_accumulate(NULL, 0, MPI_LONG, old, 3, MPI_LONG, 0, 0, 3, MPI_LONG, MPI_NO_OP, win));
  MPI_Win_fence(0, win);
  for (i = 0; i < 3; i++) CHECK(old[i] == (long)world_size << i);
  /* MPI_REPLACE swaps: in the end the sum of all that was put in or came out is the same. */
  add[0] = 1000 + world_rank;
  MUST(MPI_Get_accumulate(add, 1, MPI_LONG, &swapped, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE,
                          win));
  MPI_Win_fence(0, win);
  if (world_rank == 0) swapped += memory[0];
  MPI_Allreduce(&swapped, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == 1000L * world_size + (long)world_size * (world_size - 1) / 2 + world_size);
  MPI_Win_free(&win);
  return end_test();
}
