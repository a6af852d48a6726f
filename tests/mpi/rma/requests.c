/* SPDX-License-Identifier: BSD-3-Clause */
/* The operations with requests: the origin buffer is free when the request is complete. */
#include "window.h"

#define COUNT 500

static void wait_by_testing(MPI_Request* request) {
  int done = 0;
  while (!done) MUST(MPI_Test(request, &done, MPI_STATUS_IGNORE));
  CHECK(*request == MPI_REQUEST_NULL);
}

int main(int argc, char** argv) {
  WINDOW int memory[3 * COUNT];
  static int values[COUNT], got[COUNT], old[COUNT];
  int peer, i;
  MPI_Request requests[2];
  MPI_Win win;
  start_test(&argc, &argv);
  peer = (world_rank + 1) % world_size;
  for (i = 0; i < COUNT; i++) {
    values[i] = world_rank + i;
    memory[i] = 7 * i;
    memory[2 * COUNT + i] = i;
  }
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MUST(MPI_Rput(values, COUNT, MPI_INT, peer, COUNT, COUNT, MPI_INT, win, &requests[0]));
  MUST(MPI_Rget(got, COUNT, MPI_INT, peer, 0, COUNT, MPI_INT, win, &requests[1]));
  MUST(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (i = 0; i < COUNT; i++) {
    CHECK(got[i] == 7 * i, "%d", i);
    values[i] = 1;
  }
  MUST(MPI_Win_flush(peer, win));
  MUST(MPI_Raccumulate(values, COUNT, MPI_INT, peer, COUNT, COUNT, MPI_INT, MPI_SUM, win,
                       &requests[0]));
  MUST(MPI_Rget_accumulate(values, COUNT, MPI_INT, old, COUNT, MPI_INT, peer, 2 * COUNT, COUNT,
                           MPI_INT, MPI_SUM, win, &requests[1]));
  wait_by_testing(&requests[1]);
  wait_by_testing(&requests[0]);
  for (i = 0; i < COUNT; i++) CHECK(old[i] == i);
  MUST(MPI_Rput(values, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[0]));
  MUST(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, world_rank, 0, win);
  for (i = 0; i < COUNT; i++) {
    CHECK(memory[COUNT + i] == (world_rank + world_size - 1) % world_size + i + 1, "%d", i);
    CHECK(memory[2 * COUNT + i] == i + 1, "%d", i);
  }
  MPI_Win_unlock(world_rank, win);
  MPI_Win_free(&win);
  return end_test();
}
