/* SPDX-License-Identifier: BSD-3-Clause */
/* Dynamic windows: memory attached later is reached by its address; some is detached again. */
#include "check.h"

/* Regions that touch are one piece of memory for an operation. */
static void across_two_regions(MPI_Win win, int* halves) {
  int sent[10], i, right = (world_rank + 1) % world_size;
  MPI_Aint place, *all = malloc(sizeof(MPI_Aint) * (size_t)world_size);
  for (i = 0; i < 10; i++) sent[i] = 100 * world_rank + i;
  MUST(MPI_Win_attach(win, halves + 5, 5 * sizeof(int)));
  MUST(MPI_Win_attach(win, halves, 5 * sizeof(int)));
  MPI_Get_address(halves, &place);
  MPI_Allgather(&place, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MUST(MPI_Put(sent, 10, MPI_INT, right, all[right], 10, MPI_INT, win));
  MPI_Win_fence(0, win);
  for (i = 0; i < 10; i++)
    CHECK(halves[i] == 100 * ((world_rank + world_size - 1) % world_size) + i);
  MUST(MPI_Win_detach(win, halves));
  MUST(MPI_Win_detach(win, halves + 5));
  free(all);
}

int main(int argc, char** argv) {
  int first[10], second[10], halves[10], i, value, got = 0, left, right;
  MPI_Aint places[2], *all;
  MPI_Win win;
  start_test(&argc, &argv);
  left = (world_rank + world_size - 1) % world_size;
  right = (world_rank + 1) % world_size;
  all = malloc(2 * sizeof(MPI_Aint) * (size_t)world_size);
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MUST(MPI_Win_attach(win, first, sizeof first));
  MUST(MPI_Win_attach(win, second, sizeof second));
  for (i = 0; i < 10; i++) first[i] = second[i] = 10 * world_rank + i;
  MPI_Get_address(&first[0], &places[0]);
  MPI_Get_address(&second[4], &places[1]);
  MPI_Allgather(places, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
  value = -world_rank - 1;
  MPI_Win_lock_all(0, win);
  MUST(MPI_Put(&value, 1, MPI_INT, right, MPI_Aint_add(all[2 * right], 2 * sizeof(int)), 1, MPI_INT,
               win));
  MUST(MPI_Get(&got, 1, MPI_INT, left, all[2 * left + 1], 1, MPI_INT, win));
  MPI_Win_unlock_all(win);
  CHECK(got == 10 * left + 4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, world_rank, 0, win);
  CHECK(first[2] == -left - 1);
  MPI_Win_unlock(world_rank, win);
  MUST(MPI_Win_detach(win, first));
  /* What is detached may be attached again. */
  MUST(MPI_Win_attach(win, first, sizeof first));
  MUST(MPI_Win_detach(win, second));
  MPI_Barrier(MPI_COMM_WORLD);
  across_two_regions(win, halves);
  MPI_Win_free(&win);
  free(all);
  return end_test();
}
