/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives whose buffers are both MPI_BOTTOM: the types have absolute addresses, so equal
   buffers are not the same memory, and the block of a rank for itself has to be moved as all
   others. */
#include "forms.h"

#define MAX_RANKS 32

static int out[MAX_RANKS], in[MAX_RANKS];
static int ones[MAX_RANKS], displs[MAX_RANKS], bytes[MAX_RANKS];
static MPI_Count ones_c[MAX_RANKS];
static MPI_Aint displs_c[MAX_RANKS], bytes_c[MAX_RANKS];
static MPI_Datatype sent, received, all_sent[MAX_RANKS], all_received[MAX_RANKS];
static MPI_Comm everyone; /* with a graph in which each rank is a neighbour of all, itself too */

/* One integer at `memory` and as many as wanted behind it. */
static MPI_Datatype integers_at(const int* memory) {
  const int one = 1;
  MPI_Aint address;
  MPI_Datatype integer = MPI_INT, absolute, resized;
  MPI_Get_address(memory, &address);
  MPI_Type_create_struct(1, &one, &address, &integer, &absolute);
  MPI_Type_create_resized(absolute, 0, sizeof(int), &resized);
  MPI_Type_commit(&resized);
  MPI_Type_free(&absolute);
  return resized;
}

static void make_arguments(void) {
  int i;
  sent = integers_at(out);
  received = integers_at(in);
  for (i = 0; i < world_size; i++) {
    ones_c[i] = ones[i] = 1;
    displs_c[i] = displs[i] = i;
    bytes_c[i] = bytes[i] = i * (int)sizeof(int);
    all_sent[i] = sent;
    all_received[i] = received;
  }
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, world_size, displs, MPI_UNWEIGHTED, world_size,
                                 displs, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &everyone);
}

static void fill(int round) {
  int i;
  for (i = 0; i < world_size; i++) {
    out[i] = 10000 * round + 100 * world_rank + i;
    in[i] = -1;
  }
}

/* `count` blocks came, from rank i or from `root`; `own` is the place of this rank's block there.
 */
static void check_blocks(const char* name, int form, int round, int count, int root, int own) {
  int i;
  for (i = 0; i < count; i++) {
    const int from = root < 0 ? i : root;
    const int expected = 10000 * round + 100 * from + own;
    CHECK(in[i] == expected, "%s, form %d: %d from %d", name, form, in[i], from);
  }
}

#define TEST(form, Name, name, count, root, own, ints, large) \
  do {                                                        \
    int round;                                                \
    for (round = 0; round < rounds(form); round++) {          \
      fill(round);                                            \
      RUN(form, round, Name, name, ints, large);              \
      check_blocks(#Name, form, round, count, root, own);     \
    }                                                         \
    end_rounds(form);                                         \
  } while (0)

#define B MPI_BOTTOM
#define ALIKE(Name, name, count, root, own, ...) \
  TEST(form, Name, name, count, root, own, (__VA_ARGS__), (__VA_ARGS__))

static void test_equal_blocks(int form) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const int at_root = world_rank == 0 ? world_size : 0;
  ALIKE(Allgather, allgather, world_size, -1, 0, B, 1, sent, B, 1, received, world);
  ALIKE(Alltoall, alltoall, world_size, -1, world_rank, B, 1, sent, B, 1, received, world);
  ALIKE(Gather, gather, at_root, -1, 0, B, 1, sent, B, 1, received, 0, world);
  ALIKE(Scatter, scatter, 1, 0, world_rank, B, 1, sent, B, 1, received, 0, world);
  ALIKE(Neighbor_allgather, neighbor_allgather, world_size, -1, 0, B, 1, sent, B, 1, received,
        everyone);
  ALIKE(Neighbor_alltoall, neighbor_alltoall, world_size, -1, world_rank, B, 1, sent, B, 1,
        received, everyone);
}

static void test_uneven_blocks(int form) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const int at_root = world_rank == 0 ? world_size : 0;
  TEST(form, Allgatherv, allgatherv, world_size, -1, 0,
       (B, 1, sent, B, ones, displs, received, world),
       (B, 1, sent, B, ones_c, displs_c, received, world));
  TEST(form, Gatherv, gatherv, at_root, -1, 0, (B, 1, sent, B, ones, displs, received, 0, world),
       (B, 1, sent, B, ones_c, displs_c, received, 0, world));
  TEST(form, Scatterv, scatterv, 1, 0, world_rank,
       (B, ones, displs, sent, B, 1, received, 0, world),
       (B, ones_c, displs_c, sent, B, 1, received, 0, world));
  TEST(form, Alltoallv, alltoallv, world_size, -1, world_rank,
       (B, ones, displs, sent, B, ones, displs, received, world),
       (B, ones_c, displs_c, sent, B, ones_c, displs_c, received, world));
  TEST(form, Alltoallw, alltoallw, world_size, -1, world_rank,
       (B, ones, bytes, all_sent, B, ones, bytes, all_received, world),
       (B, ones_c, bytes_c, all_sent, B, ones_c, bytes_c, all_received, world));
  TEST(form, Neighbor_allgatherv, neighbor_allgatherv, world_size, -1, 0,
       (B, 1, sent, B, ones, displs, received, everyone),
       (B, 1, sent, B, ones_c, displs_c, received, everyone));
  TEST(form, Neighbor_alltoallv, neighbor_alltoallv, world_size, -1, world_rank,
       (B, ones, displs, sent, B, ones, displs, received, everyone),
       (B, ones_c, displs_c, sent, B, ones_c, displs_c, received, everyone));
  TEST(form, Neighbor_alltoallw, neighbor_alltoallw, world_size, -1, world_rank,
       (B, ones, bytes_c, all_sent, B, ones, bytes_c, all_received, everyone),
       (B, ones_c, bytes_c, all_sent, B, ones_c, bytes_c, all_received, everyone));
}

int main(int argc, char** argv) {
  int form;
  start_forms(&argc, &argv);
  make_arguments();
  for (form = 0; form < form_count; form++) {
    test_equal_blocks(form);
    test_uneven_blocks(form);
  }
  MPI_Type_free(&sent);
  MPI_Type_free(&received);
  MPI_Comm_free(&everyone);
  return end_test();
}
