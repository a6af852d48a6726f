/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared counter: everybody draws tickets, none is drawn twice. */
#include "window.h"

#define DRAWS 20

int main(int argc, char** argv) {
  WINDOW int counter;
  int drawn[DRAWS], one = 1, i, final = -1;
  int *all, *seen;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_create(&counter, world_rank == 0 ? sizeof counter : 0, sizeof counter, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (i = 0; i < DRAWS; i++) {
    MUST(MPI_Fetch_and_op(&one, &drawn[i], MPI_INT, 0, 0, MPI_SUM, win));
    MUST(MPI_Win_flush(0, win));
    CHECK(i == 0 || drawn[i] > drawn[i - 1]);
  }
  MPI_Win_unlock_all(win);
  all = malloc(sizeof(int) * DRAWS * (size_t)world_size);
  seen = calloc(DRAWS * (size_t)world_size, sizeof(int));
  MPI_Allgather(drawn, DRAWS, MPI_INT, all, DRAWS, MPI_INT, MPI_COMM_WORLD);
  for (i = 0; i < DRAWS * world_size; i++) {
    CHECK(all[i] >= 0 && all[i] < DRAWS * world_size && !seen[all[i]]);
    seen[all[i]] = 1;
  }
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MUST(MPI_Fetch_and_op(NULL, &final, MPI_INT, 0, 0, MPI_NO_OP, win));
  MPI_Win_unlock(0, win);
  CHECK(final == DRAWS * world_size);
  free(all);
  free(seen);
  MPI_Win_free(&win);
  return end_test();
}
