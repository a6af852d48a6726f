/* SPDX-License-Identifier: BSD-3-Clause */
/* Datatypes, operations and communicators that the program frees live until the calls that use
   them have ended (MPI 5.0, 2.5.1); a persistent request keeps them until it is freed. */
#include "check.h"

#define MAX_RANKS 32

static void maximum(void* in, void* inout, int* count, MPI_Datatype* type) {
  int *a = in, *b = inout, i;
  (void)type;
  for (i = 0; i < 2 * *count; i++) b[i] = a[i] > b[i] ? a[i] : b[i];
}

/* Makes a request that uses objects which are freed at once. `in` holds two integers. */
static MPI_Request make(int is_persistent, int* in, int* out) {
  MPI_Comm comm;
  MPI_Datatype pair;
  MPI_Op op;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(maximum, 1, &op);
  if (is_persistent) {
    MUST(MPI_Allreduce_init(in, out, 1, pair, op, comm, MPI_INFO_NULL, &request));
  } else {
    MUST(MPI_Iallreduce(in, out, 1, pair, op, comm, &request));
  }
  MPI_Type_free(&pair);
  MPI_Op_free(&op);
  MPI_Comm_free(&comm);
  return request;
}

static void check_maximum(const int* out, int round) {
  CHECK(out[0] == world_size - 1 + round && out[1] == round, "%d %d", out[0], out[1]);
}

static void alltoallw(void) {
  int out[MAX_RANKS], in[MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], i;
  MPI_Datatype types[MAX_RANKS];
  MPI_Request request;
  for (i = 0; i < world_size; i++) {
    MPI_Type_contiguous(1, MPI_INT, &types[i]);
    MPI_Type_commit(&types[i]);
    counts[i] = 1;
    displs[i] = (int)sizeof(int) * i;
    out[i] = 100 * world_rank + i;
  }
  MUST(MPI_Ialltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD,
                      &request));
  for (i = 0; i < world_size; i++) MPI_Type_free(&types[i]);
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  for (i = 0; i < world_size; i++) CHECK(in[i] == 100 * i + world_rank, "%d", in[i]);
}

int main(int argc, char** argv) {
  int in[2], out[2], round;
  MPI_Request request;
  start_test(&argc, &argv);
  in[0] = world_rank;
  in[1] = -world_rank;
  request = make(0, in, out);
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  check_maximum(out, 0);
  request = make(1, in, out);
  for (round = 0; round < 3; round++) {
    in[0] = world_rank + round;
    in[1] = round - world_rank;
    MUST(MPI_Start(&request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_maximum(out, round);
  }
  MUST(MPI_Request_free(&request));
  alltoallw();
  return end_test();
}
