/* SPDX-License-Identifier: BSD-3-Clause
 * Ways in which a program can end badly, chosen by the first argument; mostly rank 2 does it while
 * the others wait in a barrier. usage: endings KIND */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static volatile int zero;

static void crash_here(void) {
  volatile int* nowhere = (int*)8;
  *nowhere = 1;
}

static int deep(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  return depth == 0 ? frame[0] : deep(depth - 1) + frame[0];
}

/* Everybody waits for the left neighbour, who has sent nothing. */
static void deadlock(int rank, int size) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 2 takes no part in a collective that the others wait for. */
static void absent(int rank) {
  int value = rank;
  MPI_Request request;
  if (rank == 2) return;
  MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  int rank, size, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(kind, "deadlock") == 0) deadlock(rank, size);
  if (strcmp(kind, "absent") == 0) absent(rank);
  if (strcmp(kind, "missing") == 0 && rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 2) {
    if (strcmp(kind, "segfault") == 0) crash_here();
    if (strcmp(kind, "fpe") == 0) value = size / zero;
    if (strcmp(kind, "abort") == 0) abort();
    if (strcmp(kind, "stack") == 0) deep(1 << 20);
    if (strcmp(kind, "exit") == 0) exit(3);
    if (strcmp(kind, "return") == 0) return 4;
    if (strcmp(kind, "mpi-abort") == 0) MPI_Abort(MPI_COMM_WORLD, argc > 2 ? atoi(argv[2]) : 5);
    if (strcmp(kind, "no-finalize") == 0) return 0;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
