/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of grid calls. */
#include "check.h"

int main(int argc, char** argv) {
  int dims[2] = {-1, 2}, ok[1], periods[2] = {0, 0}, bad[1] = {-1}, value, other;
  MPI_Comm grid;
  start_test(&argc, &argv);
  return_errors();
  CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid) != MPI_SUCCESS);
  CHECK(MPI_Cart_create(MPI_COMM_WORLD, -1, dims, periods, 0, &grid) != MPI_SUCCESS);
  ok[0] = world_size + 1;
  grid = MPI_COMM_WORLD;
  CHECK(MPI_Cart_create(MPI_COMM_WORLD, 1, ok, periods, 0, &grid) != MPI_SUCCESS);
  CHECK(grid == MPI_COMM_NULL);
  MUST_FAIL(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(MPI_COMM_WORLD, &value));
  MUST_FAIL(MPI_ERR_TOPOLOGY, MPI_Cart_rank(MPI_COMM_WORLD, ok, &value));
  MUST_FAIL(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(MPI_COMM_WORLD, &value, &other));
  dims[0] = 4;
  dims[1] = 0;
  MUST_FAIL(MPI_ERR_DIMS, MPI_Dims_create(6, 2, dims));
  ok[0] = world_size;
  MUST(MPI_Cart_create(MPI_COMM_WORLD, 1, ok, periods, 0, &grid));
  MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_RANK, MPI_Cart_coords(grid, world_size, 1, &value));
  CHECK(MPI_Cart_rank(grid, bad, &value) != MPI_SUCCESS);
  CHECK(MPI_Cart_shift(grid, 1, 1, &value, &other) != MPI_SUCCESS);
  MUST_FAIL(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(grid, &value, &other));
  MUST(MPI_Comm_free(&grid));
  return end_test();
}
