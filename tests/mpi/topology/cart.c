/* SPDX-License-Identifier: BSD-3-Clause */
/* A grid: coordinates and ranks in row order, wrapping in periodic dimensions only. */
#include "check.h"

int main(int argc, char** argv) {
  const int dims[3] = {2, 3, 2}, periods[3] = {0, 1, 0};
  int got_dims[3], got_periods[3], coords[3], other[3], rank, size, count, kind, i;
  MPI_Comm grid, rest;
  start_test(&argc, &argv);
  return_errors();
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
  if (world_rank >= 12) {
    CHECK(grid == MPI_COMM_NULL);
    return end_test();
  }
  MPI_Comm_size(grid, &size);
  MPI_Comm_rank(grid, &rank);
  CHECK(size == 12 && rank == world_rank);
  MPI_Topo_test(grid, &kind);
  CHECK(kind == MPI_CART);
  MPI_Cartdim_get(grid, &count);
  CHECK(count == 3);
  MPI_Cart_get(grid, 3, got_dims, got_periods, coords);
  for (i = 0; i < 3; i++) CHECK(got_dims[i] == dims[i] && !got_periods[i] == !periods[i]);
  CHECK(coords[0] == rank / 6 && coords[1] == rank / 2 % 3 && coords[2] == rank % 2);
  for (i = 0; i < size; i++) {
    int back;
    MPI_Cart_coords(grid, i, 3, other);
    CHECK(other[0] == i / 6 && other[1] == i / 2 % 3 && other[2] == i % 2);
    MPI_Cart_rank(grid, other, &back);
    CHECK(back == i);
    other[1] += 3 * (i - 5);
    MPI_Cart_rank(grid, other, &back);
    CHECK(back == i);
  }
  MPI_Comm_dup(grid, &rest);
  MPI_Topo_test(rest, &kind);
  CHECK(kind == MPI_CART);
  MPI_Comm_free(&rest);
  MPI_Comm_split(grid, 0, 0, &rest);
  MPI_Topo_test(rest, &kind);
  CHECK(kind == MPI_UNDEFINED);
  MPI_Comm_free(&rest);
  MPI_Comm_free(&grid);
  return end_test();
}
