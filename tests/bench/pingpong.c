/* SPDX-License-Identifier: BSD-3-Clause
 * Two ranks exchange ITERS messages of BYTES each way: cost of one simulated message with no
 * contention. usage: pingpong ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 100000, bytes = argc > 2 ? atoi(argv[2]) : 1024, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char* buf = calloc(bytes + 1, 1);
  double start = MPI_Wtime();
  for (int i = 0; i < iters; i++) {
    if (rank == 0) {
      MPI_Send(buf, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(buf, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(buf, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(buf, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
  }
  if (rank == 0)
    printf("RESULT pingpong messages=%d simulated_s=%.15g\n", 2 * iters, MPI_Wtime() - start);
  free(buf);
  MPI_Finalize();
  return 0;
}
