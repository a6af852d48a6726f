/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting as runtime systems on top of MPI do: test a request, look for any message, and give up
 * after a time that MPI_Wtime tells. Rank 0 passes a token to each of the others in turn, after a
 * pause; all wait so. usage: impatient_poll ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, size, token = 0;
  long polls = 0;
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double start = MPI_Wtime();
  for (int round = 0; round < rounds; round++) {
    if (rank == 0) {
      usleep(200);
      for (int to = 1; to < size; to++) MPI_Send(&token, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    } else {
      MPI_Request request;
      int is_here = 0, other;
      const double begin = MPI_Wtime();
      MPI_Irecv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
      for (; !is_here && MPI_Wtime() - begin < 10; polls++) {
        MPI_Test(&request, &is_here, MPI_STATUS_IGNORE);
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &other, MPI_STATUS_IGNORE);
      }
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 1)
    printf("RESULT impatient_poll polls=%ld simulated_s=%.15g\n", polls, MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
