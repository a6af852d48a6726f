/* SPDX-License-Identifier: BSD-3-Clause */
/* Derived types on both sides: a column is put into a row, an indexed set is got into a run. */
#include "window.h"

#define N 6

int main(int argc, char** argv) {
  WINDOW double matrix[N][N];
  double row[N], picked[3];
  int lengths[2] = {1, 2}, places[2] = {0, 3}, peer, i, k;
  MPI_Datatype column, some;
  MPI_Win win;
  start_test(&argc, &argv);
  peer = world_size - 1 - world_rank;
  for (i = 0; i < N; i++) {
    row[i] = 100 * world_rank + i;
    for (k = 0; k < N; k++) matrix[i][k] = -1000 * world_rank - 10 * i - k;
  }
  MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Type_indexed(2, lengths, places, MPI_DOUBLE, &some);
  MPI_Type_commit(&some);
  MPI_Win_create(matrix, sizeof matrix, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MUST(MPI_Put(row, N, MPI_DOUBLE, peer, 2, 1, column, win));
  MUST(MPI_Get(picked, 3, MPI_DOUBLE, peer, N, 1, some, win));
  /* The types may go before the operations are complete. */
  MPI_Type_free(&column);
  MPI_Type_free(&some);
  MPI_Win_fence(0, win);
  for (i = 0; i < N; i++) {
    for (k = 0; k < N; k++) {
      const double expected = k == 2 ? 100 * peer + i : -1000 * world_rank - 10 * i - k;
      CHECK(matrix[i][k] == expected, "%d %d: %g", i, k, matrix[i][k]);
    }
  }
  for (i = 0; i < 3; i++) {
    CHECK(picked[i] == -1000 * peer - 10 - (i == 0 ? 0 : i + 2), "%d: %g", i, picked[i]);
  }
  MPI_Win_free(&win);
  return end_test();
}
