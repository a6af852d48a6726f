/* SPDX-License-Identifier: BSD-3-Clause */
/* Where all counts are zero, buffers may be anything: no memory, NULL, MPI_IN_PLACE; with any
   argument of the program, also two equal ones. */
#include "check.h"

#define MAX_RANKS 32

static int none[MAX_RANKS];
static MPI_Datatype types[MAX_RANKS];

static void move_nothing(const void* out, void* in) {
  const MPI_Comm world = MPI_COMM_WORLD;
  MUST(MPI_Bcast(in, 0, MPI_INT, 0, world));
  MUST(MPI_Allgather(out, 0, MPI_INT, in, 0, MPI_INT, world));
  MUST(MPI_Allgatherv(out, 0, MPI_INT, in, none, none, MPI_INT, world));
  MUST(MPI_Alltoall(out, 0, MPI_INT, in, 0, MPI_INT, world));
  MUST(MPI_Alltoallv(out, none, none, MPI_INT, in, none, none, MPI_INT, world));
  MUST(MPI_Alltoallw(out, none, none, types, in, none, none, types, world));
  MUST(MPI_Gather(out, 0, MPI_INT, in, 0, MPI_INT, 0, world));
  MUST(MPI_Gatherv(out, 0, MPI_INT, in, none, none, MPI_INT, 0, world));
  MUST(MPI_Scatter(out, 0, MPI_INT, in, 0, MPI_INT, 0, world));
  MUST(MPI_Scatterv(out, none, none, MPI_INT, in, 0, MPI_INT, 0, world));
}

static void reduce_nothing(const void* out, void* in) {
  const MPI_Comm world = MPI_COMM_WORLD;
  MUST(MPI_Allreduce(out, in, 0, MPI_INT, MPI_SUM, world));
  MUST(MPI_Reduce(out, in, 0, MPI_INT, MPI_SUM, 0, world));
  MUST(MPI_Scan(out, in, 0, MPI_INT, MPI_SUM, world));
  MUST(MPI_Exscan(out, in, 0, MPI_INT, MPI_SUM, world));
  MUST(MPI_Reduce_scatter(out, in, none, MPI_INT, MPI_SUM, world));
  MUST(MPI_Reduce_scatter_block(out, in, 0, MPI_INT, MPI_SUM, world));
}

int main(int argc, char** argv) {
  void* anything[3] = {NULL, MPI_IN_PLACE, NULL};
  int i, k;
  anything[2] = (void*)0x1000; /* no memory */
  start_test(&argc, &argv);
  for (i = 0; i < world_size; i++) types[i] = MPI_INT;
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) {
      if (i == k && argc == 1) continue;
      move_nothing(anything[i], anything[k]);
      reduce_nothing(anything[i], anything[k]);
    }
  }
  return end_test();
}
