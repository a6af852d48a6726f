/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs of this folder share: checks that count per rank, a step in which every rank
 * runs between two others, and the line that says how it went: "checks ok" from rank 0. */
#pragma once
#include <mpi.h>
#include <stdio.h>

static int rank, size, failures;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(int good, const char* what, int line) {
  if (good) return;
  failures++;
  printf("rank %d, line %d: %s\n", rank, line, what);
}

static void start(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}

/* Lets all other ranks run before this one goes on. */
static void meet(void) {
  int from, to = rank;
  MPI_Sendrecv(&to, 1, MPI_INT, (rank + 1) % size, 1, &from, 1, MPI_INT, (rank + size - 1) % size,
               1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int finish(void) {
  int all = 0;
  MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0 && all == 0) printf("checks ok\n");
  MPI_Finalize();
  return failures != 0;
}
