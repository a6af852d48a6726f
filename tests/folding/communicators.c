/* SPDX-License-Identifier: BSD-3-Clause
 * Content decides between two communicators. */
#include <mpi.h>
#include <stdlib.h>

enum { count = 100000 };

__attribute__((noipa)) void fill(int n, int* block) {
  int i;
  for (i = 0; i < n; i++) block[i] = 1 + i;
}

int main(int argc, char** argv) {
  int rank;
  int* block = malloc(count * sizeof(int));
  MPI_Comm row, column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fill(count, block);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &row);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &column);
  MPI_Barrier(block[0] == 1 ? row : column);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  free(block);
  MPI_Finalize();
  return 0;
}
