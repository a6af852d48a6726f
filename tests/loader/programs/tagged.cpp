// SPDX-License-Identifier: BSD-3-Clause
// Output of C++ that --tag-output marks.
#include <mpi.h>

#include <iostream>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::cout << "cout ";
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << "of " << rank << std::endl << "end of " << rank;
  std::cerr << "cerr of " << rank << '\n';
  MPI_Finalize();
}
