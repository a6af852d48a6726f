/* SPDX-License-Identifier: BSD-3-Clause
 * The communication of an algebraic multigrid solver such as AMG: CYCLES times down and up LEVELS
 * grids. Each has two halo exchanges with neighbours that grow in number and messages that shrink
 * from grid to grid, a little computation, a look for messages that are early, and at the end of
 * the cycle a norm: many calls, little work between them. usage: multigrid CYCLES LEVELS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { neighbours_max = 26, values_max = 1024 };
static double out[neighbours_max][values_max], in[neighbours_max][values_max], grid[values_max];
static int rank, size;
static long messages;

static void smooth(int count) {
  for (int i = 1; i + 1 < count; i++) grid[i] = 0.25 * (grid[i - 1] + 2 * grid[i] + grid[i + 1]);
}

static void exchange(int neighbours, int count) {
  MPI_Request requests[2 * neighbours_max];
  int all_here = 0;
  for (int n = 0; n < neighbours; n++) {
    const int from = (rank + size - (n * 7 + 1) % size) % size;
    MPI_Irecv(in[n], count, MPI_DOUBLE, from, n, MPI_COMM_WORLD, &requests[n]);
  }
  for (int n = 0; n < neighbours; n++) {
    const int to = (rank + (n * 7 + 1) % size) % size;
    for (int i = 0; i < count; i++) out[n][i] = grid[i];
    MPI_Isend(out[n], count, MPI_DOUBLE, to, n, MPI_COMM_WORLD, &requests[neighbours + n]);
  }
  for (int look = 0; look < 4 && !all_here; look++) {
    smooth(8);
    MPI_Testall(2 * neighbours, requests, &all_here, MPI_STATUSES_IGNORE);
  }
  MPI_Waitall(2 * neighbours, requests, MPI_STATUSES_IGNORE);
  messages += neighbours;
}

static void visit(int level) {
  const int neighbours = 6 + 2 * level < neighbours_max ? 6 + 2 * level : neighbours_max;
  const int count = values_max >> (level + 2) > 1 ? values_max >> (level + 2) : 1;
  for (int sweep = 0; sweep < 2; sweep++) {
    exchange(neighbours, count);
    smooth(count);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int cycles = argc > 1 ? atoi(argv[1]) : 10, levels = argc > 2 ? atoi(argv[2]) : 8;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double start = MPI_Wtime();
  for (int cycle = 0; cycle < cycles; cycle++) {
    double norm = 1, sum;
    for (int level = 0; level < levels; level++) visit(level);
    for (int level = levels - 1; level >= 0; level--) visit(level);
    MPI_Allreduce(&norm, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("RESULT multigrid messages=%ld simulated_s=%.15g\n", messages * size,
           MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
