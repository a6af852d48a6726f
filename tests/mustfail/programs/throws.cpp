// SPDX-License-Identifier: BSD-3-Clause
//
// A C++ program whose rank 1 throws an exception that nobody catches.
#include <mpi.h>

#include <stdexcept>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) throw std::runtime_error("nobody catches this");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
