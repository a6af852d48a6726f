// SPDX-License-Identifier: BSD-3-Clause
//
// The C++ half of a small project that finds MPI through CMake.
#include <mpi.h>

#include <iostream>

extern "C" int sum_of_ranks(void);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int sum = sum_of_ranks();
  if (rank == 0) std::cout << "ranks=" << size << " sum=" << sum << std::endl;
  MPI_Finalize();
  return sum == size * (size - 1) / 2 ? 0 : 1;
}
