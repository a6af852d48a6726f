/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of counts, displacements and types are read in the call. The standard wants them kept
   until the call has completed, but MPICH and Open MPI do not need it, and bindings of other
   languages rely on that. */
#include "check.h"

#define MAX_RANKS 32
#define WORLD MPI_COMM_WORLD

static int out[MAX_RANKS], in[MAX_RANKS];

/* The arguments, in arrays that are filled with nonsense after the call. */
static struct {
  int ones[MAX_RANKS], displs[MAX_RANKS], bytes[MAX_RANKS];
  MPI_Count ones_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS], bytes_c[MAX_RANKS];
  MPI_Datatype types[MAX_RANKS];
} a;

static void prepare(void) {
  int i;
  for (i = 0; i < world_size; i++) {
    a.ones_c[i] = a.ones[i] = 1;
    a.displs_c[i] = a.displs[i] = i;
    a.bytes_c[i] = a.bytes[i] = i * (int)sizeof(int);
    MPI_Type_contiguous(1, MPI_INT, &a.types[i]);
    MPI_Type_commit(&a.types[i]);
    out[i] = 100 * world_rank + i;
    in[i] = -1;
  }
}

static void spoil(void) {
  int i;
  for (i = 0; i < world_size; i++) MPI_Type_free(&a.types[i]);
  memset(&a, 0x55, sizeof a);
}

/* `count` integers came, from rank i or from `root`; `own` is this rank's place in what they sent.
 */
static void check_blocks(const char* call, int count, int root, int own) {
  int i;
  for (i = 0; i < count; i++) {
    const int expected = 100 * (root < 0 ? i : root) + own;
    CHECK(in[i] == expected, "%s: %d, not %d", call, in[i], expected);
    in[i] = -1;
  }
}

#define TEST(count, root, own, call)             \
  do {                                           \
    MPI_Request request;                         \
    prepare();                                   \
    MUST(call);                                  \
    spoil();                                     \
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
    check_blocks(#call, count, root, own);       \
  } while (0)

#define TEST_PERSISTENT(count, root, own, call)    \
  do {                                             \
    MPI_Request request;                           \
    int start;                                     \
    prepare();                                     \
    MUST(call);                                    \
    spoil();                                       \
    for (start = 0; start < 2; start++) {          \
      MUST(MPI_Start(&request));                   \
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
      check_blocks(#call, count, root, own);       \
    }                                              \
    MUST(MPI_Request_free(&request));              \
  } while (0)

#define INT MPI_INT

static void test_nonblocking(MPI_Comm near) {
  const int n = world_size, me = world_rank, at_root = me == 0 ? n : 0;
  TEST(n, -1, 0, MPI_Iallgatherv(out, 1, INT, in, a.ones, a.displs, INT, WORLD, &request));
  TEST(n, -1, 0, MPI_Iallgatherv_c(out, 1, INT, in, a.ones_c, a.displs_c, INT, WORLD, &request));
  TEST(at_root, -1, 0, MPI_Igatherv(out, 1, INT, in, a.ones, a.displs, INT, 0, WORLD, &request));
  TEST(1, 0, me, MPI_Iscatterv(out, a.ones, a.displs, INT, in, 1, INT, 0, WORLD, &request));
  TEST(n, -1, me,
       MPI_Ialltoallv(out, a.ones, a.displs, INT, in, a.ones, a.displs, INT, WORLD, &request));
  TEST(
      n, -1, me,
      MPI_Ialltoallw(out, a.ones, a.bytes, a.types, in, a.ones, a.bytes, a.types, WORLD, &request));
  TEST(n, -1, me,
       MPI_Ialltoallw_c(out, a.ones_c, a.bytes_c, a.types, in, a.ones_c, a.bytes_c, a.types, WORLD,
                        &request));
  TEST(n, -1, 0, MPI_Ineighbor_allgatherv(out, 1, INT, in, a.ones, a.displs, INT, near, &request));
  TEST(n, -1, me,
       MPI_Ineighbor_alltoallv(out, a.ones, a.displs, INT, in, a.ones, a.displs, INT, near,
                               &request));
  TEST(n, -1, me,
       MPI_Ineighbor_alltoallw(out, a.ones, a.bytes_c, a.types, in, a.ones, a.bytes_c, a.types,
                               near, &request));
}

static void test_persistent(MPI_Comm near) {
  const int n = world_size, me = world_rank;
  const MPI_Info none = MPI_INFO_NULL;
  TEST_PERSISTENT(
      n, -1, 0, MPI_Allgatherv_init(out, 1, INT, in, a.ones, a.displs, INT, WORLD, none, &request));
  TEST_PERSISTENT(
      1, 0, me,
      MPI_Scatterv_init(out, a.ones, a.displs, INT, in, 1, INT, 0, WORLD, none, &request));
  TEST_PERSISTENT(n, -1, me,
                  MPI_Alltoallv_init(out, a.ones, a.displs, INT, in, a.ones, a.displs, INT, WORLD,
                                     none, &request));
  TEST_PERSISTENT(n, -1, me,
                  MPI_Alltoallw_init(out, a.ones, a.bytes, a.types, in, a.ones, a.bytes, a.types,
                                     WORLD, none, &request));
  TEST_PERSISTENT(n, -1, me,
                  MPI_Neighbor_alltoallw_init(out, a.ones, a.bytes_c, a.types, in, a.ones,
                                              a.bytes_c, a.types, near, none, &request));
}

static void check_sum(const char* call) {
  const int expected = 100 * (world_size * (world_size - 1) / 2) + world_size * world_rank;
  CHECK(in[0] == expected, "%s: %d, not %d", call, in[0], expected);
}

static void test_reduce_scatter(int is_persistent) {
  MPI_Request request;
  prepare();
  if (is_persistent) {
    MUST(MPI_Reduce_scatter_init(out, in, a.ones, INT, MPI_SUM, WORLD, MPI_INFO_NULL, &request));
  } else {
    MUST(MPI_Ireduce_scatter(out, in, a.ones, INT, MPI_SUM, WORLD, &request));
  }
  spoil();
  if (is_persistent) MUST(MPI_Start(&request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  check_sum(is_persistent ? "persistent" : "nonblocking");
  if (is_persistent) MUST(MPI_Request_free(&request));
}

int main(int argc, char** argv) {
  MPI_Comm near;
  start_test(&argc, &argv);
  prepare();
  MPI_Dist_graph_create_adjacent(WORLD, world_size, a.displs, MPI_UNWEIGHTED, world_size, a.displs,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &near);
  spoil();
  test_nonblocking(near);
  test_reduce_scatter(0);
  if (argc == 1) {
    test_persistent(near);
    test_reduce_scatter(1);
  }
  MPI_Comm_free(&near);
  return end_test();
}
