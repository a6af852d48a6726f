/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Cart_sub keeps some dimensions: rows, columns, single ranks, the whole grid. */
#include "check.h"

static void check_sub(MPI_Comm grid, const int* keep, int ndims, int size, int rank) {
  MPI_Comm sub;
  int got_size, got_rank, count, kind;
  MPI_Cart_sub(grid, keep, &sub);
  MPI_Comm_size(sub, &got_size);
  MPI_Comm_rank(sub, &got_rank);
  MPI_Topo_test(sub, &kind);
  CHECK(kind == MPI_CART);
  MPI_Cartdim_get(sub, &count);
  CHECK(got_size == size && got_rank == rank && count == ndims, "size %d rank %d dims %d", got_size,
        got_rank, count);
  MPI_Comm_free(&sub);
}

int main(int argc, char** argv) {
  const int dims[3] = {2, 3, 2}, periods[3] = {0, 1, 0};
  int c[3];
  MPI_Comm grid, rows;
  start_test(&argc, &argv);
  CHECK(world_size == 12);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
  MPI_Cart_coords(grid, world_rank, 3, c);
  check_sub(grid, (const int[]){1, 1, 1}, 3, 12, world_rank);
  check_sub(grid, (const int[]){0, 1, 0}, 1, 3, c[1]);
  check_sub(grid, (const int[]){1, 0, 1}, 2, 4, c[0] * 2 + c[2]);
  check_sub(grid, (const int[]){0, 0, 1}, 1, 2, c[2]);
  {
    /* The kept dimension is still periodic. */
    int source, dest;
    MPI_Cart_sub(grid, (const int[]){0, 1, 0}, &rows);
    MPI_Cart_shift(rows, 0, 1, &source, &dest);
    CHECK(dest == (c[1] + 1) % 3 && source == (c[1] + 2) % 3);
    MPI_Comm_free(&rows);
  }
  MPI_Comm_free(&grid);
  return end_test();
}
