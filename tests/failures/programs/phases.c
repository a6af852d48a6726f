// SPDX-License-Identifier: BSD-3-Clause
//
// What scenarios act on: a message of BYTES from rank 0 to rank 1, FLOPS on each rank, and SECONDS
// of sleep. Rank 0 prints the simulated time after each, and what the message returned.
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int bytes = atoi(argv[1]);
  const double flops = atof(argv[2]);
  const int seconds = atoi(argv[3]);
  char* buffer = calloc((size_t)bytes + 1, 1);
  const double start = MPI_Wtime();
  if (bytes > 0 && rank < 2) {
    if (rank == 0) MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  const double sent = MPI_Wtime();
  if (flops > 0) smpi_execute_flops(flops);
  const double computed = MPI_Wtime();
  if (seconds > 0) sleep((unsigned)seconds);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("message %.9f computation %.9f\n", sent - start, computed - sent);
  free(buffer);
  MPI_Finalize();
  return 0;
}
