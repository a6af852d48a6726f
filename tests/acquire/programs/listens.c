// SPDX-License-Identifier: BSD-3-Clause
//
// Rank 1 looks for any message while the others are in MPI_Finalize already. Nobody sends one.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, found = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Status status;
  for (const double start = MPI_Wtime(); rank == 1 && !found && MPI_Wtime() - start < 0.5;)
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status);
  if (found) {
    fprintf(stderr, "a message of rank %d\n", status.MPI_SOURCE);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
