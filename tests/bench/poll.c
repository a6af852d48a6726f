/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting by polling: ITERS times, rank 1 computes and probes until the message of BYTES that rank
 * 0 computes for is there; then rank 0 tests for its return. usage: poll ITERS BYTES, on 2 ranks */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 10, bytes = argc > 2 ? atoi(argv[2]) : 1000, rank;
  long polls = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char* buffer = calloc(bytes + 1, 1);
  double start = MPI_Wtime();
  for (int i = 0; i < iters; i++) {
    int found = 0;
    if (rank == 0) {
      MPI_Request back;
      smpi_execute_flops(1e7 + 1e6 * i);
      MPI_Send(buffer, bytes, MPI_BYTE, 1, i, MPI_COMM_WORLD);
      MPI_Irecv(buffer, bytes, MPI_BYTE, 1, i, MPI_COMM_WORLD, &back);
      for (; !found; polls++) MPI_Test(&back, &found, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      for (; !found; polls++) {
        smpi_execute_flops(1e5);
        MPI_Iprobe(0, i, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      }
      MPI_Recv(buffer, bytes, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      smpi_execute_flops(3e6);
      MPI_Send(buffer, bytes, MPI_BYTE, 0, i, MPI_COMM_WORLD);
    }
  }
  double end = MPI_Wtime();
  if (rank == 0) printf("RESULT poll polls=%ld simulated_s=%.15g\n", polls, end - start);
  free(buffer);
  MPI_Finalize();
  return 0;
}
