/* SPDX-License-Identifier: BSD-3-Clause
 * For replicas: what a run may do. Arguments: work (modelled dgemm and a barrier), read (prints a
 * line of standard input), lines (counts all of them), exit, crash, or forever. */
#include <cblas.h>
#include <signal.h>
#include <string.h>

#include "check.h"

enum { n = 64 };
static double a[n * n];

static void work(int count) {
  for (int i = 0; i < count; i++)
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, a, n, 1, a, n);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void count_lines(void) {
  char line[80];
  int count = 0;
  while (fgets(line, sizeof line, stdin) != NULL) count++;
  printf("%d lines\n", count);
}

int main(int argc, char** argv) {
  int rank;
  char line[80] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(argc == 2);
  if (strcmp(argv[1], "work") == 0) work(20);
  if (strcmp(argv[1], "exit") == 0 && rank == 1) exit(5);
  if (strcmp(argv[1], "crash") == 0 && rank == 1) raise(SIGSEGV);
  if (strcmp(argv[1], "read") == 0 && rank == 0 && fgets(line, sizeof line, stdin) != NULL)
    printf("read %s", line);
  if (strcmp(argv[1], "lines") == 0 && rank == 0) count_lines();
  while (strcmp(argv[1], "forever") == 0) work(1);
  MPI_Finalize();
  return 0;
}
