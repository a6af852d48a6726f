/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbourhood collectives on grids, in all forms: borders (MPI_PROC_NULL), periodic dimensions,
   and dimensions so short that a rank is its own neighbour or has the same one on both sides. */
#include "forms.h"

#define MAX_DIMS 3
#define MAX_NEAR (2 * MAX_DIMS)

static MPI_Comm grid;
static int rank, near_count, sources[MAX_NEAR]; /* or MPI_PROC_NULL */

/* What rank `from` sends in direction `to` at position i. */
static int value(int from, int to, int i, int round) {
  return 1000000 * round + 1000 * from + 10 * to + i;
}
/* What comes from the lower neighbour is what that one sent to its upper one. */
static int opposite(int direction) {
  return direction ^ 1;
}

static void make_grid(int dims, const int* sizes, const int* periodic) {
  int i;
  MPI_Cart_create(MPI_COMM_WORLD, dims, sizes, periodic, 0, &grid);
  if (grid == MPI_COMM_NULL) return;
  MPI_Comm_rank(grid, &rank);
  near_count = 2 * dims;
  for (i = 0; i < dims; i++) MPI_Cart_shift(grid, i, 1, &sources[2 * i], &sources[2 * i + 1]);
}

static void test_allgather(int form) {
  int mine[2], all[2 * MAX_NEAR], round, i, d;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2; i++) mine[i] = value(rank, 0, i, round);
    for (i = 0; i < 2 * MAX_NEAR; i++) all[i] = -1;
    RUN(form, round, Neighbor_allgather, neighbor_allgather,
        (mine, 2, MPI_INT, all, 2, MPI_INT, grid), (mine, 2, MPI_INT, all, 2, MPI_INT, grid));
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < 2; i++) {
        int expected = sources[d] == MPI_PROC_NULL ? -1 : value(sources[d], 0, i, round);
        CHECK(all[2 * d + i] == expected, "form %d: from %d", form, d);
      }
    }
  }
  end_rounds(form);
}

/* Rank r sends r % 3 elements; blocks in reverse order. */
static void test_allgatherv(int form) {
  int mine[2], all[3 * MAX_NEAR], counts[MAX_NEAR], displs[MAX_NEAR], round, i, d;
  MPI_Count counts_c[MAX_NEAR];
  MPI_Aint displs_c[MAX_NEAR];
  for (d = 0; d < near_count; d++) {
    counts_c[d] = counts[d] = sources[d] == MPI_PROC_NULL ? 0 : sources[d] % 3;
    displs_c[d] = displs[d] = 3 * (near_count - 1 - d);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2; i++) mine[i] = value(rank, 0, i, round);
    for (i = 0; i < 3 * MAX_NEAR; i++) all[i] = -1;
    RUN(form, round, Neighbor_allgatherv, neighbor_allgatherv,
        (mine, rank % 3, MPI_INT, all, counts, displs, MPI_INT, grid),
        (mine, rank % 3, MPI_INT, all, counts_c, displs_c, MPI_INT, grid));
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < 3; i++) {
        int expected = i < counts[d] ? value(sources[d], 0, i, round) : -1;
        CHECK(all[displs[d] + i] == expected, "form %d: from %d", form, d);
      }
    }
  }
  end_rounds(form);
}

static void test_alltoall(int form) {
  int out[2 * MAX_NEAR], in[2 * MAX_NEAR], round, i, d;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2 * MAX_NEAR; i++) {
      out[i] = value(rank, i / 2, i % 2, round);
      in[i] = -1;
    }
    RUN(form, round, Neighbor_alltoall, neighbor_alltoall, (out, 2, MPI_INT, in, 2, MPI_INT, grid),
        (out, 2, MPI_INT, in, 2, MPI_INT, grid));
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < 2; i++) {
        int expected = sources[d] == MPI_PROC_NULL ? -1 : value(sources[d], opposite(d), i, round);
        CHECK(in[2 * d + i] == expected, "form %d: from %d: %d, not %d", form, d, in[2 * d + i],
              expected);
      }
    }
  }
  end_rounds(form);
}

/* Along dimension k go k + 1 elements. */
static void test_alltoallv(int form) {
  int out[MAX_DIMS * MAX_NEAR], in[MAX_DIMS * MAX_NEAR], counts[MAX_NEAR], displs[MAX_NEAR];
  int round, i, d;
  MPI_Count counts_c[MAX_NEAR];
  MPI_Aint displs_c[MAX_NEAR];
  for (d = 0; d < near_count; d++) {
    counts_c[d] = counts[d] = d / 2 + 1;
    displs_c[d] = displs[d] = MAX_DIMS * (near_count - 1 - d);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < MAX_DIMS * MAX_NEAR; i++) in[i] = out[i] = -1;
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < counts[d]; i++) out[displs[d] + i] = value(rank, d, i, round);
    }
    RUN(form, round, Neighbor_alltoallv, neighbor_alltoallv,
        (out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, grid),
        (out, counts_c, displs_c, MPI_INT, in, counts_c, displs_c, MPI_INT, grid));
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < MAX_DIMS; i++) {
        int is_sent = sources[d] != MPI_PROC_NULL && i < counts[d];
        int expected = is_sent ? value(sources[d], opposite(d), i, round) : -1;
        CHECK(in[displs[d] + i] == expected, "form %d: from %d", form, d);
      }
    }
  }
  end_rounds(form);
}

/* Two integers with a gap are sent, and received without one. */
static void test_alltoallw(int form) {
  int out[3 * MAX_NEAR], in[2 * MAX_NEAR], counts[MAX_NEAR], in_counts[MAX_NEAR], round, i, d;
  MPI_Count counts_c[MAX_NEAR], in_counts_c[MAX_NEAR];
  MPI_Aint displs[MAX_NEAR], in_displs[MAX_NEAR];
  MPI_Datatype gap, types[MAX_NEAR], in_types[MAX_NEAR];
  MPI_Type_vector(2, 1, 2, MPI_INT, &gap);
  MPI_Type_commit(&gap);
  for (d = 0; d < near_count; d++) {
    counts_c[d] = counts[d] = 1;
    in_counts_c[d] = in_counts[d] = 2;
    displs[d] = 3 * d * (MPI_Aint)sizeof(int);
    in_displs[d] = 2 * d * (MPI_Aint)sizeof(int);
    types[d] = gap;
    in_types[d] = MPI_INT;
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 3 * MAX_NEAR; i++) out[i] = value(rank, i / 3, i % 3 / 2, round);
    for (i = 0; i < 2 * MAX_NEAR; i++) in[i] = -1;
    RUN(form, round, Neighbor_alltoallw, neighbor_alltoallw,
        (out, counts, displs, types, in, in_counts, in_displs, in_types, grid),
        (out, counts_c, displs, types, in, in_counts_c, in_displs, in_types, grid));
    for (d = 0; d < near_count; d++) {
      for (i = 0; i < 2; i++) {
        int expected = sources[d] == MPI_PROC_NULL ? -1 : value(sources[d], opposite(d), i, round);
        CHECK(in[2 * d + i] == expected, "form %d: from %d", form, d);
      }
    }
  }
  end_rounds(form);
  MPI_Type_free(&gap);
}

static void test_all(int dims, const int* sizes, const int* periodic) {
  int form, i, wraps[MAX_DIMS] = {0};
  /* With an argument short dimensions do not wrap around: no rank is a neighbour twice. */
  for (i = 0; i < dims; i++) wraps[i] = periodic[i] && (start_count > 1 || sizes[i] > 2);
  make_grid(dims, sizes, wraps);
  if (grid == MPI_COMM_NULL) return;
  for (form = 0; form < form_count; form++) {
    test_allgather(form);
    test_allgatherv(form);
    test_alltoall(form);
    test_alltoallv(form);
    test_alltoallw(form);
  }
  MPI_Comm_free(&grid);
}

int main(int argc, char** argv) {
  static const int closed[MAX_DIMS] = {0, 0, 0}, open[MAX_DIMS] = {1, 1, 1},
                   some[MAX_DIMS] = {0, 1, 0};
  int dims, sizes[MAX_DIMS];
  start_forms(&argc, &argv);
  for (dims = 1; dims <= MAX_DIMS; dims++) {
    memset(sizes, 0, sizeof sizes);
    MPI_Dims_create(world_size, dims, sizes);
    test_all(dims, sizes, closed);
    test_all(dims, sizes, some);
    test_all(dims, sizes, open);
  }
  return end_test();
}
