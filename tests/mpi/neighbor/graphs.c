/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbourhood collectives on graphs and distributed graphs, in all forms: ranks without
   neighbours, loops, and several edges between two ranks. */
#include "forms.h"

#define MAX_EDGES 64

static MPI_Comm graph;
static int rank, in_count, out_count, sources[MAX_EDGES], destinations[MAX_EDGES];
/* For each source: which of its destinations we are, counting equal edges. */
static int positions[MAX_EDGES];

/* Rank r sends to r + 1, r + 2 and, without an argument of the program, again r + 1, and to itself
   if it is odd; the last rank sends nothing. */
static int list_destinations(int r, int* list) {
  int count = 0;
  if (r == world_size - 1) return 0;
  list[count++] = (r + 1) % world_size;
  list[count++] = (r + 2) % world_size;
  if (start_count > 1) list[count++] = (r + 1) % world_size;
  if (r % 2 == 1) list[count++] = r;
  return count;
}

static void make_distributed(void) {
  int list[MAX_EDGES], r, i, count;
  rank = world_rank;
  out_count = list_destinations(rank, destinations);
  in_count = 0;
  for (r = 0; r < world_size; r++) {
    count = list_destinations(r, list);
    for (i = 0; i < count; i++) {
      if (list[i] != rank) continue;
      sources[in_count] = r;
      positions[in_count++] = i;
    }
  }
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_count, sources, MPI_UNWEIGHTED, out_count,
                                 destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
}

/* A star: rank 0 and each of the others but the last, which has no neighbours. */
static void make_star(void) {
  int index[MAX_EDGES], edges[MAX_EDGES], leaves = world_size > 1 ? world_size - 2 : 0, r;
  for (r = 0; r < leaves; r++) {
    edges[r] = r + 1;
    edges[leaves + r] = 0;
  }
  for (r = 0; r < world_size; r++) index[r] = r <= leaves ? leaves + r : 2 * leaves;
  MPI_Graph_create(MPI_COMM_WORLD, world_size, index, edges, 0, &graph);
  rank = world_rank;
  in_count = out_count = rank == 0 ? leaves : rank <= leaves;
  for (r = 0; r < in_count; r++) {
    sources[r] = destinations[r] = rank == 0 ? r + 1 : 0;
    positions[r] = rank == 0 ? 0 : rank - 1;
  }
}

static int value(int from, int position, int i, int round) {
  return 1000000 * round + 1000 * from + 10 * position + i;
}

static void test_allgather(int form) {
  int mine[2], all[2 * MAX_EDGES], counts[MAX_EDGES], displs[MAX_EDGES], round, i, k;
  MPI_Count counts_c[MAX_EDGES];
  MPI_Aint displs_c[MAX_EDGES];
  for (k = 0; k < in_count; k++) {
    counts_c[k] = counts[k] = sources[k] % 3;
    displs_c[k] = displs[k] = 2 * (in_count - 1 - k);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2; i++) mine[i] = value(rank, 0, i, round);
    for (i = 0; i < 2 * MAX_EDGES; i++) all[i] = -1;
    RUN(form, round, Neighbor_allgather, neighbor_allgather,
        (mine, 2, MPI_INT, all, 2, MPI_INT, graph), (mine, 2, MPI_INT, all, 2, MPI_INT, graph));
    for (i = 0; i < 2 * in_count; i++) {
      CHECK(all[i] == value(sources[i / 2], 0, i % 2, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2; i++) mine[i] = value(rank, 0, i, round);
    for (i = 0; i < 2 * MAX_EDGES; i++) all[i] = -1;
    RUN(form, round, Neighbor_allgatherv, neighbor_allgatherv,
        (mine, rank % 3, MPI_INT, all, counts, displs, MPI_INT, graph),
        (mine, rank % 3, MPI_INT, all, counts_c, displs_c, MPI_INT, graph));
    for (k = 0; k < in_count; k++) {
      for (i = 0; i < 2; i++) {
        int expected = i < counts[k] ? value(sources[k], 0, i, round) : -1;
        CHECK(all[displs[k] + i] == expected, "form %d: %d", form, k);
      }
    }
  }
  end_rounds(form);
}

static void test_alltoall(int form) {
  int out[MAX_EDGES], in[MAX_EDGES], round, k;
  for (round = 0; round < rounds(form); round++) {
    for (k = 0; k < MAX_EDGES; k++) {
      out[k] = value(rank, k, 0, round);
      in[k] = -1;
    }
    RUN(form, round, Neighbor_alltoall, neighbor_alltoall, (out, 1, MPI_INT, in, 1, MPI_INT, graph),
        (out, 1, MPI_INT, in, 1, MPI_INT, graph));
    for (k = 0; k < in_count; k++) {
      int expected = value(sources[k], positions[k], 0, round);
      CHECK(in[k] == expected, "form %d: %d, not %d", form, in[k], expected);
    }
  }
  end_rounds(form);
}

/* Between a and b go (a + b) % 3 elements. */
static void test_alltoallv(int form) {
  int out[2 * MAX_EDGES], in[2 * MAX_EDGES], out_counts[MAX_EDGES], in_counts[MAX_EDGES];
  int displs[MAX_EDGES], round, i, k;
  MPI_Count out_counts_c[MAX_EDGES], in_counts_c[MAX_EDGES];
  MPI_Aint displs_c[MAX_EDGES];
  for (k = 0; k < MAX_EDGES; k++) displs_c[k] = displs[k] = 2 * k;
  for (k = 0; k < out_count; k++) out_counts_c[k] = out_counts[k] = (rank + destinations[k]) % 3;
  for (k = 0; k < in_count; k++) in_counts_c[k] = in_counts[k] = (rank + sources[k]) % 3;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2 * MAX_EDGES; i++) {
      out[i] = value(rank, i / 2, i % 2, round);
      in[i] = -1;
    }
    RUN(form, round, Neighbor_alltoallv, neighbor_alltoallv,
        (out, out_counts, displs, MPI_INT, in, in_counts, displs, MPI_INT, graph),
        (out, out_counts_c, displs_c, MPI_INT, in, in_counts_c, displs_c, MPI_INT, graph));
    for (k = 0; k < in_count; k++) {
      for (i = 0; i < 2; i++) {
        int expected = i < in_counts[k] ? value(sources[k], positions[k], i, round) : -1;
        CHECK(in[2 * k + i] == expected, "form %d: %d", form, k);
      }
    }
  }
  end_rounds(form);
}

static void test_alltoallw(int form) {
  int out[MAX_EDGES], in[MAX_EDGES], counts[MAX_EDGES], round, k;
  MPI_Count counts_c[MAX_EDGES];
  MPI_Aint displs[MAX_EDGES];
  MPI_Datatype types[MAX_EDGES];
  for (k = 0; k < MAX_EDGES; k++) {
    counts_c[k] = counts[k] = 1;
    displs[k] = (MPI_Aint)sizeof(int) * k;
    types[k] = MPI_INT;
  }
  for (round = 0; round < rounds(form); round++) {
    for (k = 0; k < MAX_EDGES; k++) {
      out[k] = value(rank, k, 0, round);
      in[k] = -1;
    }
    RUN(form, round, Neighbor_alltoallw, neighbor_alltoallw,
        (out, counts, displs, types, in, counts, displs, types, graph),
        (out, counts_c, displs, types, in, counts_c, displs, types, graph));
    for (k = 0; k < in_count; k++) {
      CHECK(in[k] == value(sources[k], positions[k], 0, round), "form %d: %d", form, k);
    }
  }
  end_rounds(form);
}

int main(int argc, char** argv) {
  int form, is_star;
  start_forms(&argc, &argv);
  for (is_star = 0; is_star < 2; is_star++) {
    if (is_star) {
      make_star();
    } else {
      make_distributed();
    }
    for (form = 0; form < form_count; form++) {
      test_allgather(form);
      test_alltoall(form);
      test_alltoallv(form);
      test_alltoallw(form);
    }
    MPI_Comm_free(&graph);
  }
  return end_test();
}
