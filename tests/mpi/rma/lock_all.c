/* SPDX-License-Identifier: BSD-3-Clause */
/* One epoch for all targets, and each kind of flush in it. */
#include "window.h"

int main(int argc, char** argv) {
  int *memory, *got, i, value;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_allocate((MPI_Aint)(16 * sizeof(int)) * world_size, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  got = malloc(sizeof(int) * (size_t)world_size);
  for (i = 0; i < world_size; i++) memory[i] = -1;
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
  for (i = 0; i < world_size; i++) {
    value = 100 * world_rank + i;
    MUST(MPI_Put(&value, 1, MPI_INT, i, world_rank, 1, MPI_INT, win));
    /* After a local flush the origin may be reused. */
    MUST(i % 2 == 0 ? MPI_Win_flush_local(i, win) : MPI_Win_flush_local_all(win));
  }
  MUST(MPI_Win_flush_all(win));
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_Win_sync(win));
  for (i = 0; i < world_size; i++) CHECK(memory[i] == 100 * i + world_rank, "%d", i);
  for (i = 0; i < world_size; i++) MPI_Get(&got[i], 1, MPI_INT, i, world_rank, 1, MPI_INT, win);
  MUST(MPI_Win_flush_local_all(win));
  for (i = 0; i < world_size; i++) CHECK(got[i] == 100 * world_rank + i, "%d", i);
  MUST(MPI_Win_unlock_all(win));
  free(got);
  MPI_Win_free(&win);
  return end_test();
}
