/* SPDX-License-Identifier: BSD-3-Clause
 * A barrier for each line of standard input. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  char line[80];
  int rank, i, count = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  while (rank == 0 && fgets(line, sizeof line, stdin) != NULL) count++;
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (i = 0; i < count; i++) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d lines\n", count);
  MPI_Finalize();
  return 0;
}
