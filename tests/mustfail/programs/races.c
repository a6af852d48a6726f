// SPDX-License-Identifier: BSD-3-Clause
// Wildcard receives whose result depends on which message comes first. argv[1] names one.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, value;

static void take(int source) {
  MPI_Recv(&value, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int probe(void) {
  MPI_Status status;
  MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
  return status.MPI_SOURCE;
}

// Hangs when the wildcard takes the message of `source`.
static void hang(int source) {
  take(MPI_ANY_SOURCE);
  take(source);
}

static void hang_nonblocking(void) {
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  take(2);
}

static void probe_and_take(void) {
  if (probe() != 1) MPI_Abort(MPI_COMM_WORLD, 7);
  take(1);
  for (int i = 2; i < size; i++) take(i);
}

static void master(const char* kind) {
  if (strcmp(kind, "hang") == 0) hang(2);
  if (strcmp(kind, "nonblocking") == 0) hang_nonblocking();
  if (strcmp(kind, "probe") == 0) probe_and_take();
  if (strcmp(kind, "probes") == 0) {
    for (int i = 1; i < size; i++) take(probe());
  }
  if (strcmp(kind, "abort") == 0) {
    take(MPI_ANY_SOURCE);
    if (value == size - 1) MPI_Abort(MPI_COMM_WORLD, 7);
    for (int i = 2; i < size; i++) take(MPI_ANY_SOURCE);
  }
  if (strcmp(kind, "output") == 0) {
    int last = 0;
    for (int i = 1; i < size; i++, last = value) take(MPI_ANY_SOURCE);
    printf("the last is %d\n", last);
  }
  if (strcmp(kind, "sum") == 0) {
    int sum = 0;
    for (int i = 1; i < size; i++, sum += value) take(MPI_ANY_SOURCE);
    printf("the sum is %d\n", sum);
  }
  if (strcmp(kind, "file") == 0) {
    fclose(fopen("race.out", "w"));
    hang(2);
  }
  // Each worker sends once more when it got an answer: which comes first is causal in part only.
  if (strcmp(kind, "workers") == 0) {
    for (int i = 0; i < 2 * (size - 1); i++) {
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
    }
  }
}

static void worker(const char* kind) {
  // Rank 2 sends behind a barrier, which orders no messages.
  const int barrier = strcmp(kind, "nonblocking") == 0;
  if (barrier && rank > 1) MPI_Barrier(MPI_COMM_WORLD);
  usleep(1000 * rank);  // so rank 1 comes first
  MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (barrier && rank == 1) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(kind, "workers") == 0) {
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    master(kind);
  } else {
    worker(kind);
  }
  MPI_Finalize();
  return 0;
}
