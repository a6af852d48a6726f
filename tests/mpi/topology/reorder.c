/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that may be reordered still form the grid that was asked for. */
#include "check.h"

int main(int argc, char** argv) {
  int dims[2] = {0, 0}, periods[2] = {1, 1}, coords[2], rank, direction, i, *seen;
  MPI_Comm grid;
  start_test(&argc, &argv);
  MPI_Dims_create(world_size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, coords);
  for (direction = 0; direction < 2; direction++) {
    int source, dest, got[2], expected[2];
    MPI_Cart_shift(grid, direction, 1, &source, &dest);
    MPI_Sendrecv(coords, 2, MPI_INT, dest, 0, got, 2, MPI_INT, source, 0, grid, MPI_STATUS_IGNORE);
    expected[0] = coords[0];
    expected[1] = coords[1];
    expected[direction] = (coords[direction] + dims[direction] - 1) % dims[direction];
    CHECK(got[0] == expected[0] && got[1] == expected[1]);
  }
  seen = calloc((size_t)world_size, sizeof(int));
  for (i = 0; i < world_size; i++) {
    int other = rank;
    if (i != world_rank) {
      MPI_Sendrecv(&rank, 1, MPI_INT, i, 0, &other, 1, MPI_INT, i, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    }
    CHECK(!seen[other]);
    seen[other] = 1;
  }
  free(seen);
  MPI_Comm_free(&grid);
  return end_test();
}
