/* SPDX-License-Identifier: BSD-3-Clause */
/* The forms with MPI_Count arguments do what the others do. */
#include "window.h"

#define N 8

int main(int argc, char** argv) {
  WINDOW int values[N];
  int got[N], old[N], *memory, *shared, i;
  MPI_Request requests[4];
  MPI_Aint size, unit;
  MPI_Win win, own;
  start_test(&argc, &argv);
  for (i = 0; i < N; i++) values[i] = i + 1;
  MUST(MPI_Win_allocate_c(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                          &win));
  for (i = 0; i < 2 * N; i++) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world_rank, 0, win);
  MUST(MPI_Put_c(values, N, MPI_INT, world_rank, 0, N, MPI_INT, win));
  MPI_Win_flush(world_rank, win);
  MUST(MPI_Accumulate_c(values, N, MPI_INT, world_rank, 0, N, MPI_INT, MPI_SUM, win));
  MUST(MPI_Get_accumulate_c(values, N, MPI_INT, old, N, MPI_INT, world_rank, 0, N, MPI_INT, MPI_SUM,
                            win));
  MPI_Win_flush(world_rank, win);
  MUST(MPI_Get_c(got, N, MPI_INT, world_rank, 0, N, MPI_INT, win));
  MPI_Win_flush(world_rank, win);
  for (i = 0; i < N; i++) CHECK(old[i] == 2 * (i + 1) && got[i] == 3 * (i + 1), "%d", i);
  MUST(MPI_Rput_c(values, N, MPI_INT, world_rank, N, N, MPI_INT, win, &requests[0]));
  MUST(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  MPI_Win_flush(world_rank, win);
  MUST(
      MPI_Raccumulate_c(values, N, MPI_INT, world_rank, N, N, MPI_INT, MPI_SUM, win, &requests[0]));
  MUST(MPI_Rget_accumulate_c(values, N, MPI_INT, old, N, MPI_INT, world_rank, N, N, MPI_INT,
                             MPI_SUM, win, &requests[1]));
  MUST(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  MPI_Win_flush(world_rank, win);
  MUST(MPI_Rget_c(got, N, MPI_INT, world_rank, N, N, MPI_INT, win, &requests[2]));
  MUST(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
  for (i = 0; i < N; i++) CHECK(old[i] == 2 * (i + 1) && got[i] == 3 * (i + 1), "%d", i);
  MPI_Win_unlock(world_rank, win);
  MPI_Win_free(&win);
  MUST(MPI_Win_create_c(values, sizeof values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MPI_Win_free(&win);
  MUST(MPI_Win_allocate_shared_c(64, 4, MPI_INFO_NULL, MPI_COMM_SELF, &shared, &own));
  MUST(MPI_Win_shared_query_c(own, 0, &size, &unit, &memory));
  CHECK(size == 64 && unit == 4 && memory == shared);
  MPI_Win_free(&own);
  return end_test();
}
