// SPDX-License-Identifier: BSD-3-Clause
// Output that --tag-output marks: parts of lines between which other ranks print, without stdio, of
// a child, of a redirected stream, and without an end of line.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, i;
  char name[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (i = 0; i < 3; i++) {
    printf("%d:%d ", rank, i);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  printf("\nnext\n");
  fprintf(stderr, "error of %d\n", rank);
  fflush(stdout);
  if (write(1, "direct\n", 7) != 7) return 1;
  if (system("echo child") != 0) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    snprintf(name, sizeof name, "log.%d", rank);
    if (freopen(name, "w", stdout) == NULL) return 1;
    printf("in the log\n");
    MPI_Barrier(MPI_COMM_WORLD);
    fflush(stdout);
    if (system("cat log.1 1>&2 && rm log.1") != 0) return 1;
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  printf("end of %d", rank);
  MPI_Finalize();
  return 0;
}
