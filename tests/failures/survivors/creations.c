/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collective calls that make communicators and windows, which a rank dies in, whenever that is:
 * nobody hangs, who gets no error has the right object, who gets one has none, and afterwards all
 * that live make a communicator together.
 *
 * usage: creations CALL. The calls begin at 1 s. Rank 0 prints how long they took; rank 1 may end
 * at any time.
 */
#include <stdlib.h>

#include "survivors.h"

enum { calls = 3 };

static MPI_Comm made; /* by the call */
static MPI_Win window;
static int* exposed;
static MPI_Comm side, joined, grid; /* half of the ranks, both halves, all on a line */
static MPI_Group all, half[2];
static MPI_Request request;

static int duplicate(void) {
  return MPI_Comm_dup(MPI_COMM_WORLD, &made);
}
static int start_duplicate(void) {
  const int code = MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
  return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}
static int duplicate_joined(void) {
  return MPI_Comm_dup(joined, &made);
}
static int create(void) {
  return MPI_Comm_create(MPI_COMM_WORLD, all, &made);
}
static int create_group(void) {
  return MPI_Comm_create_group(MPI_COMM_WORLD, all, 7, &made);
}
static int create_from_group(void) {
  return MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
}
static int split(void) {
  return MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made);
}
static int split_joined(void) {
  return MPI_Comm_split(joined, 0, rank, &made);
}
static int split_type(void) {
  return MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
}
/* Rank 0 leads its half, the other half is led by `leader`. */
static int join_with(int leader) {
  return MPI_Intercomm_create(side, rank % 2 == 0 ? 0 : leader / 2, MPI_COMM_WORLD,
                              rank % 2 == 0 ? leader : 0, 5, &made);
}
static int join_leader(void) {
  return join_with(lost);
}
static int join(void) {
  return join_with(5);
}
/* Rank 0 leads its half, without a communicator of both halves. */
static int join_groups_with(int leader) {
  const int is_even = rank % 2 == 0;
  return MPI_Intercomm_create_from_groups(half[rank % 2], is_even ? 0 : leader / 2,
                                          half[1 - rank % 2], is_even ? leader / 2 : 0, "halves",
                                          MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
}
static int join_groups_leader(void) {
  return join_groups_with(lost);
}
static int join_groups(void) {
  return join_groups_with(5);
}
static int merge(void) {
  return MPI_Intercomm_merge(joined, rank % 2, &made);
}
static int make_grid(void) {
  static const int periodic = 0;
  return MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &made);
}
static int make_subgrid(void) {
  static const int remains = 1;
  return MPI_Cart_sub(grid, &remains, &made);
}
static int make_graph(void) {
  int index[64], edges[64];
  for (int i = 0; i < size; i++) {
    index[i] = i + 1;
    edges[i] = (i + 1) % size;
  }
  return MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &made);
}
static int make_adjacent_graph(void) {
  const int before = (rank + size - 1) % size, after = (rank + 1) % size;
  return MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &after,
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
}
/* Each rank tells the edge of the one after it. */
static int make_distributed_graph(void) {
  const int from = (rank + 1) % size, to = (rank + 2) % size, one = 1;
  return MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &from, &one, &to, MPI_UNWEIGHTED, MPI_INFO_NULL,
                               0, &made);
}
static int create_window(void) {
  return MPI_Win_create(exposed, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
}
static int allocate_window(void) {
  return MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &exposed,
                          &window);
}
static int create_dynamic_window(void) {
  return MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
}

enum Kind { of_all, of_own_host, of_halves, window_of_all, window_of_nothing };

static const struct {
  const char* name;
  int (*run)(void);
  enum Kind kind;
} table[] = {
    {"dup", duplicate, of_all},
    {"idup", start_duplicate, of_all},
    {"dup_of_intercomm", duplicate_joined, of_halves},
    {"create", create, of_all},
    {"create_group", create_group, of_all},
    {"create_from_group", create_from_group, of_all},
    {"split", split, of_all},
    {"split_of_intercomm", split_joined, of_halves},
    {"split_type", split_type, of_own_host},
    {"intercomm_with_lost", join_leader, of_halves},
    {"intercomm", join, of_halves},
    {"intercomm_from_groups_with_lost", join_groups_leader, of_halves},
    {"intercomm_from_groups", join_groups, of_halves},
    {"merge", merge, of_all},
    {"cart_create", make_grid, of_all},
    {"cart_sub", make_subgrid, of_all},
    {"graph_create", make_graph, of_all},
    {"dist_graph_adjacent", make_adjacent_graph, of_all},
    {"dist_graph", make_distributed_graph, of_all},
    {"win_create", create_window, window_of_all},
    {"win_allocate", allocate_window, window_of_all},
    {"win_create_dynamic", create_dynamic_window, window_of_nothing},
};

static int is_failure(int code) {
  return class_of(code) == MPI_ERR_PROC_FAILED;
}

/* Of a side. */
static int members_of(enum Kind kind) {
  if (kind == of_own_host) return 1;
  return kind == of_halves ? size / 2 : size;
}

static void check_members(enum Kind kind) {
  int own_size;
  MPI_Comm_size(made, &own_size);
  EXPECT(own_size == members_of(kind));
  if (kind == of_halves) {
    MPI_Comm_remote_size(made, &own_size);
    EXPECT(own_size == size / 2);
  }
  int topology, in, out, is_weighted, before, after;
  MPI_Topo_test(made, &topology);
  if (topology != MPI_DIST_GRAPH) return;
  MPI_Dist_graph_neighbors_count(made, &in, &out, &is_weighted);
  EXPECT(in == 1 && out == 1);
  MPI_Dist_graph_neighbors(made, 1, &before, MPI_UNWEIGHTED, 1, &after, MPI_UNWEIGHTED);
  EXPECT(before == (rank + size - 1) % size && after == (rank + 1) % size);
}

/* Where all have the communicator, they use it. */
static void use_communicator(enum Kind kind, int have_all) {
  check_members(kind);
  if (have_all) {
    int one = 1, sum = 0;
    const int code = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
    EXPECT(code == MPI_SUCCESS || is_failure(code));
    EXPECT(code != MPI_SUCCESS || sum == members_of(kind));
  }
  EXPECT(MPI_Comm_free(&made) == MPI_SUCCESS);
}

/* A window all have, or nobody. */
static void use_window(enum Kind kind, int have_all, int has) {
  EXPECT(have_all == has);
  if (!has) return;
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  if (kind == window_of_all) {
    const int target = (rank + 2) % size;
    int value = 1000 + rank;
    *exposed = -1;
    int code = MPI_Win_fence(0, window);
    EXPECT(code == MPI_SUCCESS || is_failure(code));
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, window);
    code = MPI_Win_fence(0, window);
    EXPECT(code == MPI_SUCCESS || is_failure(code));
    if (code == MPI_SUCCESS) EXPECT(*exposed == 1000 + (rank + size - 2) % size);
  }
  EXPECT(MPI_Win_free(&window) == MPI_SUCCESS);
  EXPECT(window == MPI_WIN_NULL);
}

/* Returns how many of the calls failed. */
static int run_calls(size_t number) {
  const enum Kind kind = table[number].kind;
  const int is_window = kind >= window_of_all;
  int failed = 0;
  for (int i = 0; i < calls; i++) {
    usleep(20 * (unsigned)rank); /* nobody comes at the time of another */
    made = MPI_COMM_NULL;
    window = MPI_WIN_NULL;
    const int code = table[number].run();
    const int has = code == MPI_SUCCESS;
    EXPECT(has || is_failure(code));
    if (!has) failed++;
    EXPECT(has == (is_window ? window != MPI_WIN_NULL : made != MPI_COMM_NULL));
    int have_all = has; /* as the Forum's text says it is found out */
    MPI_Comm_agree(MPI_COMM_WORLD, &have_all);
    if (is_window) {
      use_window(kind, have_all, has);
    } else if (has) {
      use_communicator(kind, have_all);
    }
  }
  return failed;
}

static void go_on(void) {
  int one = 1, sum = 0;
  usleep(20000); /* whoever fails has failed, and that is known */
  EXPECT(MPI_Comm_shrink(MPI_COMM_WORLD, &made) == MPI_SUCCESS);
  MPI_Comm_size(made, &size);
  EXPECT(MPI_Comm_dup(made, &joined) == MPI_SUCCESS);
  EXPECT(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, joined) == MPI_SUCCESS);
  EXPECT(sum == size);
  MPI_Win_create(&one, sizeof one, sizeof one, MPI_INFO_NULL, joined, &window);
  EXPECT(MPI_Win_fence(0, window) == MPI_SUCCESS);
  EXPECT(MPI_Win_free(&window) == MPI_SUCCESS);
  MPI_Comm_free(&joined);
  MPI_Comm_free(&made);
}

int main(int argc, char** argv) {
  static const int periodic = 0;
  static int number_exposed;
  size_t number = 0;
  if (argc < 2) return 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  while (strcmp(table[number].name, argv[1]) != 0) number++;
  exposed = &number_exposed;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &side);
  MPI_Comm_group(side, &half[rank % 2]);
  MPI_Group_difference(all, half[rank % 2], &half[1 - rank % 2]);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &joined);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
  usleep((unsigned)(1e6 * (1 - MPI_Wtime())));
  const int failed = run_calls(number);
  const double took_s = MPI_Wtime() - 1;
  go_on();
  if (rank == 0) printf("%s: %d failed in %.9f s\n", argv[1], failed, took_s);
  MPI_Finalize();
  return 0;
}
