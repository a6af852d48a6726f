/* SPDX-License-Identifier: BSD-3-Clause */
/* On a ring of hosts, ranks that may be reordered exchange their data much faster: partners of a
 * graph and neighbours of a grid come closer. */
#include "check.h"

enum { block_ints = 250000 };

static double exchange_s(MPI_Comm comm, int neighbours) {
  int* out = calloc((size_t)neighbours * block_ints, sizeof(int));
  int* in = calloc((size_t)neighbours * block_ints, sizeof(int));
  double start, own, longest;
  MPI_Barrier(comm);
  start = MPI_Wtime();
  MPI_Neighbor_alltoall(out, block_ints, MPI_INT, in, block_ints, MPI_INT, comm);
  own = MPI_Wtime() - start;
  MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, comm);
  free(out);
  free(in);
  return longest;
}

/* Everybody has one partner, half of the ranks away. */
static double partners_s(int reorder) {
  int partner = (world_rank + world_size / 2) % world_size;
  double time_s;
  MPI_Comm comm;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &partner, MPI_UNWEIGHTED, 1, &partner,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, reorder, &comm);
  time_s = exchange_s(comm, 1);
  MPI_Comm_free(&comm);
  return time_s;
}

/* A grid of two rows: the ranks of a column are half of the ranks apart. */
static double grid_s(int reorder) {
  int dims[2] = {2, 0}, periods[2] = {1, 0}, keep[2] = {1, 0};
  double time_s;
  MPI_Comm grid, column;
  MPI_Dims_create(world_size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, reorder, &grid);
  MPI_Cart_sub(grid, keep, &column);
  time_s = exchange_s(column, 2);
  MPI_Allreduce(MPI_IN_PLACE, &time_s, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Comm_free(&column);
  MPI_Comm_free(&grid);
  return time_s;
}

int main(int argc, char** argv) {
  double plain_s, reordered_s;
  start_test(&argc, &argv);
  plain_s = partners_s(0);
  reordered_s = partners_s(1);
  CHECK(reordered_s < 0.5 * plain_s);
  plain_s = grid_s(0);
  reordered_s = grid_s(1);
  CHECK(reordered_s < 0.5 * plain_s);
  return end_test();
}
