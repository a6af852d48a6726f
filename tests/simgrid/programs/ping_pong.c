/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ping_pong COUNT BYTES: the time of COUNT messages there and back between ranks 0 and 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  const int count = atoi(argv[1]), bytes = atoi(argv[2]);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char* data = calloc((size_t)bytes + 1, 1);
  const double begin_s = MPI_Wtime();
  for (int i = 0; i < 2 * count && rank < 2; i++) {
    if (rank == i % 2) {
      MPI_Send(data, bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data, bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  if (rank == 0) printf("time = %.9f\n", MPI_Wtime() - begin_s);
  MPI_Finalize();
  return 0;
}
