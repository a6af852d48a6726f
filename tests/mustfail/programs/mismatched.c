/* SPDX-License-Identifier: BSD-3-Clause
 * Collective calls that do not match though MPI need not notice. Ranks: 2. "right" is what must not
 * be taken for one. */
#include <mpi.h>
#include <string.h>

static int rank, one = 1, all[8];

/* Both ranks make both calls, in another order. */
static void mixed_order(void) {
  MPI_Request request;
  if (rank == 1) MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Ibcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

static void creation_order(void) {
  MPI_Comm made;
  MPI_Request request;
  if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 1) MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&made);
}

static void types(void) {
  MPI_Datatype type = rank == 0 ? MPI_INT : MPI_FLOAT;
  MPI_Bcast(&one, 1, type, 0, MPI_COMM_WORLD);
  MPI_Allgather(&one, 1, type, all, 1, type, MPI_COMM_WORLD);
}

static void sizes(void) {
  MPI_Datatype type = rank == 0 ? MPI_INT : MPI_CHAR;
  MPI_Gather(&one, 1, type, all, 1, type, 0, MPI_COMM_WORLD);
}

static void pairs(void) {
  int counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Datatype type = rank == 0 ? MPI_INT : MPI_FLOAT;
  MPI_Alltoallv(all, counts, places, type, all + 4, counts, places, type, MPI_COMM_WORLD);
}

static void right(void) {
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  /* Equal signatures, and nothing at all. */
  MPI_Bcast(all, rank == 0 ? 1 : 2, rank == 0 ? pair : MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(all, 0, rank == 0 ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);
  /* What is not significant off the root. */
  MPI_Gather(rank == 0 ? MPI_IN_PLACE : all, rank == 0 ? 9 : 1, MPI_INT, all, rank == 0 ? 1 : 7,
             rank == 0 ? MPI_INT : MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_CHAR, all, 1, MPI_INT, MPI_COMM_WORLD);
  } else {
    MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  }
  MPI_Type_free(&pair);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[1], "mixed-order") == 0) mixed_order();
  if (strcmp(argv[1], "creation-order") == 0) creation_order();
  if (strcmp(argv[1], "types") == 0) types();
  if (strcmp(argv[1], "sizes") == 0) sizes();
  if (strcmp(argv[1], "pairs") == 0) pairs();
  if (strcmp(argv[1], "right") == 0) right();
  MPI_Finalize();
  return 0;
}
