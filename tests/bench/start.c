/* SPDX-License-Identifier: BSD-3-Clause
 * MPI_Init, one global variable per rank that must stay its own, MPI_Finalize: cost of starting
 * many ranks. */
#include <mpi.h>
#include <stdio.h>

int mine = 41;
static double table[512];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, ok, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine += rank;
  table[rank % 512] += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  ok = mine == 41 + rank && table[rank % 512] == rank && table[(rank + 1) % 512] == 0;
  MPI_Allreduce(&ok, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("RESULT start ranks=%d private_globals=%s\n", size, all ? "yes" : "NO");
  MPI_Finalize();
  return 0;
}
