/* SPDX-License-Identifier: BSD-3-Clause
 * Folded pointers: the last rank's, for all. It follows one that nobody set and dies. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int* volatile* table;
  MPI_Init(&argc, &argv);
  table = (int* volatile*)calloc(100000, sizeof(int*));
  table[5] = malloc(sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  *(volatile int*)table[5] = 1;
  free(table[5]);
  table[5] = NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  free((void*)table);
  MPI_Finalize();
  return 0;
}
