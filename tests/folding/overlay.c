/* SPDX-License-Identifier: BSD-3-Clause
 * A kernel whose result says how often the ranks meet: an overlay that only gives it a cost takes
 * the decision away. */
#include <mpi.h>

__attribute__((noipa)) int steps(int rank) {
  return rank >= 0 ? 3 : 1;
}

int main(int argc, char** argv) {
  int rank, i, n;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  n = steps(rank);
  for (i = 0; i < n; i++) MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
