/* SPDX-License-Identifier: BSD-3-Clause */
/* A distributed matrix transpose by MPI_Alltoall with a resized column type (MPI 5.0,
 * example 5.17). */
#include "check.h"

enum { WIDTH = 3 };

int main(int argc, char** argv) {
  MPI_Datatype column, block;
  int n, i, j, *rows, *columns;
  start_test(&argc, &argv);
  n = WIDTH * world_size;
  rows = malloc(sizeof(int) * (size_t)(WIDTH * n));
  columns = malloc(sizeof(int) * (size_t)(WIDTH * n));
  for (i = 0; i < WIDTH; i++) {
    for (j = 0; j < n; j++) rows[i * n + j] = 1000 * (world_rank * WIDTH + i) + j;
  }
  /* One column of its own rows; WIDTH of them side by side are what another rank gets. */
  MPI_Type_vector(WIDTH, 1, n, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, sizeof(int), &block);
  MPI_Type_commit(&block);
  MPI_Type_free(&column);
  MPI_Alltoall(rows, WIDTH, block, columns, WIDTH * WIDTH, MPI_INT, MPI_COMM_WORLD);
  for (i = 0; i < world_size; i++) {
    for (j = 0; j < WIDTH * WIDTH; j++) {
      const int row = i * WIDTH + j % WIDTH, col = world_rank * WIDTH + j / WIDTH;
      CHECK(columns[i * WIDTH * WIDTH + j] == 1000 * row + col);
    }
  }
  MPI_Type_free(&block);
  free(rows);
  free(columns);
  return end_test();
}
