/* SPDX-License-Identifier: BSD-3-Clause
 * For seeds: each rank calls the modelled dgemm and idamax some times, sends a few messages, and
 * rank 0 prints what each of them took and found, exactly. Argument: how many calls. */
#include <cblas.h>

#include "check.h"

enum { n = 64, calls_max = 1000 };
static double a[n * n], times[calls_max];

static void print_rank(int rank, int count, const double* seconds, const int* pivots) {
  printf("rank %d pivots", rank);
  for (int i = 0; i < 8; i++) printf(" %d", pivots[i]);
  printf(" times");
  for (int i = 0; i < count; i++) printf(" %a", seconds[i]);
  printf("\n");
}

int main(int argc, char** argv) {
  int rank, size, pivots[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(argc == 2);
  const int count = atoi(argv[1]);
  CHECK(count <= calls_max);
  for (int i = 0; i < count; i++) {
    TIMED(times[i],
          cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, a, n, 1, a, n));
  }
  for (int i = 0; i < 8; i++) pivots[i] = (int)cblas_idamax(1000, a, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0) {
    MPI_Send(times, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    MPI_Send(pivots, 8, MPI_INT, 0, 1, MPI_COMM_WORLD);
  } else {
    print_rank(0, count, times, pivots);
    for (int other = 1; other < size; other++) {
      MPI_Recv(times, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(pivots, 8, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      print_rank(other, count, times, pivots);
    }
  }
  MPI_Finalize();
  return 0;
}
