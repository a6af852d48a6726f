/* SPDX-License-Identifier: BSD-3-Clause */
/* Grids without dimensions: one rank has the topology, the others get none. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm grid;
  int kind, size, count = -1, rank = -1;
  start_test(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &grid);
  CHECK((grid != MPI_COMM_NULL) == (world_rank == 0));
  if (grid != MPI_COMM_NULL) {
    MPI_Topo_test(grid, &kind);
    MPI_Comm_size(grid, &size);
    MPI_Cartdim_get(grid, &count);
    CHECK(kind == MPI_CART && size == 1 && count == 0);
    MPI_Cart_rank(grid, NULL, &rank);
    CHECK(rank == 0);
    MPI_Comm_free(&grid);
  }
  return end_test();
}
