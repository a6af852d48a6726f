/* SPDX-License-Identifier: BSD-3-Clause
 * How long a modelled dgemm takes; more than a second or nothing at all is wrong. */
#include <cblas.h>
#include <mpi.h>
#include <stdio.h>

enum { n = 96 };
static double a[n * n], b[n * n], c[n * n];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double start = MPI_Wtime();
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 1, c, n);
  const double elapsed = MPI_Wtime() - start;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (elapsed <= 0 || elapsed > 1) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0) printf("dgemm of %d took %g s\n", n, elapsed);
  MPI_Finalize();
  return 0;
}
