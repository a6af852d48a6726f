/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocking collectives, with int and with large counts, at sizes that meet the borders of their
   algorithms. */
#include "check.h"

enum { size_count = 6, largest = 20000 };

static const int sizes[size_count] = {0, 1, 7, 513, 4096, largest};
static int *out, *in, *expected;

/* Element i of what rank `from` has for rank `to`. */
static int value(int from, int to, int i) {
  return 1000003 * from + 1009 * to + i;
}

static void clear(int* data, int ints) {
  memset(data, -1, (size_t)ints * sizeof(int));
}

static void check(const char* what, int ints, int total) {
  int i;
  for (i = 0; i < total; i++) {
    CHECK(in[i] == expected[i], "%s of %d: element %d is %d, not %d", what, ints, i, in[i],
          expected[i]);
  }
}

static void test_rooted(int ints, int large, int root) {
  const int me = world_rank == root;
  int i, r;
  for (i = 0; i < ints; i++) expected[i] = in[i] = value(root, 0, i);
  if (!me) clear(in, ints);
  if (large) MUST(MPI_Bcast_c(in, ints, MPI_INT, root, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Bcast(in, ints, MPI_INT, root, MPI_COMM_WORLD));
  check("bcast", ints, ints);
  for (i = 0; i < ints; i++) out[i] = value(world_rank, 0, i);
  for (r = 0; r < world_size; r++) {
    for (i = 0; i < ints; i++) expected[r * ints + i] = value(r, 0, i);
  }
  if (large) MUST(MPI_Gather_c(out, ints, MPI_INT, in, ints, MPI_INT, root, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Gather(out, ints, MPI_INT, in, ints, MPI_INT, root, MPI_COMM_WORLD));
  if (me) check("gather", ints, ints * world_size);
  if (me) memcpy(out, expected, (size_t)(ints * world_size) * sizeof(int));
  for (i = 0; i < ints; i++) expected[i] = value(world_rank, 0, i);
  if (large) MUST(MPI_Scatter_c(out, ints, MPI_INT, in, ints, MPI_INT, root, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Scatter(out, ints, MPI_INT, in, ints, MPI_INT, root, MPI_COMM_WORLD));
  check("scatter", ints, ints);
}

static void test_all(int ints, int large) {
  int i, r;
  for (i = 0; i < ints; i++) out[i] = value(world_rank, 0, i);
  for (r = 0; r < world_size; r++) {
    for (i = 0; i < ints; i++) expected[r * ints + i] = value(r, 0, i);
  }
  clear(in, ints * world_size);
  if (large) MUST(MPI_Allgather_c(out, ints, MPI_INT, in, ints, MPI_INT, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Allgather(out, ints, MPI_INT, in, ints, MPI_INT, MPI_COMM_WORLD));
  check("allgather", ints, ints * world_size);
  for (r = 0; r < world_size; r++) {
    for (i = 0; i < ints; i++) {
      out[r * ints + i] = value(world_rank, r, i);
      expected[r * ints + i] = value(r, world_rank, i);
    }
  }
  clear(in, ints * world_size);
  if (large) MUST(MPI_Alltoall_c(out, ints, MPI_INT, in, ints, MPI_INT, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Alltoall(out, ints, MPI_INT, in, ints, MPI_INT, MPI_COMM_WORLD));
  check("alltoall", ints, ints * world_size);
}

/* The sum of rank + i over the first `ranks` ranks. */
static void expect_sum(int ints, int ranks) {
  int i;
  for (i = 0; i < ints; i++) expected[i] = ranks * (ranks - 1) / 2 + ranks * i;
}

static void test_reductions(int ints, int large, int root) {
  int i;
  for (i = 0; i < ints; i++) out[i] = world_rank + i;
  expect_sum(ints, world_size);
  clear(in, ints);
  if (large) MUST(MPI_Allreduce_c(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Allreduce(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  check("allreduce", ints, ints);
  clear(in, ints);
  if (large) MUST(MPI_Reduce_c(out, in, ints, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Reduce(out, in, ints, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
  if (world_rank == root) check("reduce", ints, ints);
  expect_sum(ints, world_rank + 1);
  if (large) MUST(MPI_Scan_c(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Scan(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  check("scan", ints, ints);
  expect_sum(ints, world_rank);
  if (large) MUST(MPI_Exscan_c(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Exscan(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (world_rank > 0) check("exscan", ints, ints);
  for (i = 0; i < ints * world_size; i++) out[i] = world_rank + i;
  for (i = 0; i < ints; i++) {
    expected[i] = world_size * (world_size - 1) / 2 + world_size * (world_rank * ints + i);
  }
  clear(in, ints);
  if (large) MUST(MPI_Reduce_scatter_block_c(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (!large) MUST(MPI_Reduce_scatter_block(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  check("reduce_scatter_block", ints, ints);
}

int main(int argc, char** argv) {
  int s, large;
  size_t bytes;
  start_test(&argc, &argv);
  bytes = (size_t)world_size * largest * sizeof(int);
  out = malloc(bytes);
  in = malloc(bytes);
  expected = malloc(bytes);
  for (s = 0; s < size_count; s++) {
    for (large = 0; large < 2; large++) {
      const int root = (s + large) % world_size;
      test_rooted(sizes[s], large, root);
      test_all(sizes[s], large);
      test_reductions(sizes[s], large, root);
    }
  }
  free(out);
  free(in);
  free(expected);
  return end_test();
}
