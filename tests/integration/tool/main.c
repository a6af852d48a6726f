/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank r sends r messages to rank 0. Which calls the tool sees is known. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, self = 0, sum, i, k, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_size(MPI_COMM_SELF, &self);
  for (i = 0; i < rank; i++) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (i = 1; i < size && rank == 0; i++) {
    for (k = 0; k < i; k++) MPI_Recv(&value, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("self %d sum %d\n", self, sum);
  MPI_Finalize();
  return 0;
}
