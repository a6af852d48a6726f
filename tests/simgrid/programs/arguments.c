/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints the arguments that smpirun left for the program: a|b|c in brackets. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  printf("[");
  for (int i = 1; i < argc; i++) printf("%s%s", i > 1 ? "|" : "", argv[i]);
  printf("]\n");
  MPI_Finalize();
  return 0;
}
