/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared window in which one rank has all the memory, found with MPI_PROC_NULL. */
#include "check.h"

int main(int argc, char** argv) {
  int *memory, *found, unit, last;
  MPI_Aint size;
  MPI_Win win;
  MPI_Info info;
  start_test(&argc, &argv);
  last = world_size - 1;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MUST(MPI_Win_allocate_shared(world_rank == last ? 64 : 0, sizeof(int), info, MPI_COMM_WORLD,
                               &memory, &win));
  MPI_Info_free(&info);
  MUST(MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &found));
  CHECK(size == 64 && unit == sizeof(int));
  MPI_Win_fence(0, win);
  if (world_rank == last) memory[3] = 42;
  MPI_Win_fence(0, win);
  CHECK(found[3] == 42);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_test();
}
