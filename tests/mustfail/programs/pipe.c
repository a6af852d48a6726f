/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank with a pipe that is open while time passes. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int ends[2];
  if (pipe(ends) != 0) return 9;
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
