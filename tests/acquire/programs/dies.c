// SPDX-License-Identifier: BSD-3-Clause
//
// Two ranks send each other 4,000 messages, with computation in between; then rank 1 is killed.
#include <mpi.h>
#include <signal.h>

int main(int argc, char** argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int turn = 0; turn < 4000; turn++) {
    volatile double sum = 0;
    for (int i = 0; i < 100 + turn % 37; i++) sum = sum + i;
    if (rank == 0) {
      MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  }
  if (rank == 1) raise(SIGKILL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
