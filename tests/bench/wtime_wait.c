/* SPDX-License-Identifier: BSD-3-Clause
 * A loop that reads the clock until a time has passed. usage: wtime_wait SECONDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank;
  long reads = 0;
  MPI_Init(&argc, &argv);
  const double wanted = argc > 1 ? atof(argv[1]) : 0.1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double start = MPI_Wtime();
  for (; MPI_Wtime() - start < wanted; reads++) continue;
  if (rank == 0)
    printf("RESULT wtime_wait reads=%ld simulated_s=%.15g\n", reads, MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
