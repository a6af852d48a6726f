/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives with a count for each rank, very uneven ones: one rank has nearly everything, some
   have nothing, blocks lie apart and in reverse order. */
#include "check.h"

enum { max_ranks = 32, largest = 20000 };

static int counts[max_ranks], displs[max_ranks], total;
static MPI_Count counts_c[max_ranks];
static MPI_Aint displs_c[max_ranks];
static int *mine, *all;

static void lay_out(int shift) {
  int r;
  total = 0;
  for (r = world_size - 1; r >= 0; r--) {
    const int turn = (r + shift) % world_size;
    counts_c[r] = counts[r] = turn == 0 ? largest : turn % 3 == 1 ? 0 : turn;
    displs_c[r] = displs[r] = total;
    total += counts[r] + 2; /* a gap of two */
  }
}

static int value(int r, int i) {
  return 100000 * (r + 1) + i;
}

static void fill(void) {
  int i;
  for (i = 0; i < counts[world_rank]; i++) mine[i] = value(world_rank, i);
  for (i = 0; i < total; i++) all[i] = -1;
}

static void check_all(const char* what) {
  int r, i;
  for (r = 0; r < world_size; r++) {
    for (i = 0; i < counts[r] + 2; i++) {
      const int expected = i < counts[r] ? value(r, i) : -1;
      CHECK(all[displs[r] + i] == expected, "%s: element %d of rank %d", what, i, r);
    }
  }
}

static void test_gathers(int large, int root) {
  const MPI_Comm comm = MPI_COMM_WORLD;
  const int ints = counts[world_rank];
  int i;
  fill();
  if (large) MUST(MPI_Allgatherv_c(mine, ints, MPI_INT, all, counts_c, displs_c, MPI_INT, comm));
  if (!large) MUST(MPI_Allgatherv(mine, ints, MPI_INT, all, counts, displs, MPI_INT, comm));
  check_all("allgatherv");
  fill();
  if (large) {
    MUST(MPI_Gatherv_c(mine, ints, MPI_INT, all, counts_c, displs_c, MPI_INT, root, comm));
  } else {
    MUST(MPI_Gatherv(mine, ints, MPI_INT, all, counts, displs, MPI_INT, root, comm));
  }
  if (world_rank == root) check_all("gatherv");
  for (i = 0; i < ints; i++) mine[i] = -1;
  if (large) {
    MUST(MPI_Scatterv_c(all, counts_c, displs_c, MPI_INT, mine, ints, MPI_INT, root, comm));
  } else {
    MUST(MPI_Scatterv(all, counts, displs, MPI_INT, mine, ints, MPI_INT, root, comm));
  }
  for (i = 0; i < ints; i++) CHECK(mine[i] == value(world_rank, i), "scatterv: element %d", i);
}

static void test_reduce_scatter(int large) {
  int r, i, before = 0, whole = 0;
  for (r = 0; r < world_size; r++) whole += counts[r];
  for (r = 0; r < world_rank; r++) before += counts[r];
  for (i = 0; i < whole; i++) all[i] = world_rank + i;
  if (large) {
    MUST(MPI_Reduce_scatter_c(all, mine, counts_c, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  } else {
    MUST(MPI_Reduce_scatter(all, mine, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  }
  for (i = 0; i < counts[world_rank]; i++) {
    const int expected = world_size * (world_size - 1) / 2 + world_size * (before + i);
    CHECK(mine[i] == expected, "reduce_scatter: element %d", i);
  }
}

/* Rank 0 sends much to the last rank, and every rank a little to the next one. */
static void test_alltoallv(int large) {
  int out_counts[max_ranks] = {0}, in_counts[max_ranks] = {0}, zeros[max_ranks] = {0}, i;
  MPI_Count out_c[max_ranks], in_c[max_ranks];
  MPI_Aint zeros_c[max_ranks] = {0};
  const int last = world_size - 1, from = (world_rank + last) % world_size;
  const int to = (world_rank + 1) % world_size;
  int in_displs[max_ranks] = {0};
  MPI_Aint in_displs_c[max_ranks] = {0};
  out_counts[to] = in_counts[from] = 3;
  if (world_rank == 0) out_counts[last] = largest;
  if (world_rank == last) in_counts[0] = largest;
  if (from != 0) in_displs_c[from] = in_displs[from] = largest;
  for (i = 0; i < world_size; i++) {
    out_c[i] = out_counts[i];
    in_c[i] = in_counts[i];
  }
  for (i = 0; i < largest; i++) mine[i] = value(world_rank, i);
  for (i = 0; i < largest + 3; i++) all[i] = -1;
  if (large) {
    MUST(MPI_Alltoallv_c(mine, out_c, zeros_c, MPI_INT, all, in_c, in_displs_c, MPI_INT,
                         MPI_COMM_WORLD));
  } else {
    MUST(MPI_Alltoallv(mine, out_counts, zeros, MPI_INT, all, in_counts, in_displs, MPI_INT,
                       MPI_COMM_WORLD));
  }
  for (i = 0; i < in_counts[0]; i++) CHECK(all[i] == value(0, i), "alltoallv: element %d", i);
  for (i = 0; i < 3; i++) CHECK(all[in_displs[from] + i] == value(from, i), "alltoallv: %d", i);
}

int main(int argc, char** argv) {
  int shift;
  start_test(&argc, &argv);
  mine = malloc((size_t)(largest + 64) * sizeof(int));
  all = malloc((size_t)(largest + 64 * max_ranks) * sizeof(int));
  for (shift = 0; shift < 4; shift++) {
    lay_out(shift);
    test_gathers(shift % 2, shift % world_size);
    test_reduce_scatter(shift % 2);
    test_alltoallv(shift % 2);
  }
  free(mine);
  free(all);
  return end_test();
}
