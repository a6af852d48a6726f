/* SPDX-License-Identifier: BSD-3-Clause
 * Kernels whose time is known to be proportional to M*N, to n, and to nothing, with calls of other
 * functions inside, between functions that call MPI and must not be proposed. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noipa))

typedef unsigned int Count;
enum Way { forward, backward };

static KERNEL double part(const double* x, int n) {
  double sum = 0;
  int i;
  for (i = 0; i < n; i++) sum += x[i] * x[i] / (sum + 1);
  return sum;
}

/* M*N */
KERNEL double update(int M, Count N, const double* A, enum Way way, double factor) {
  double sum = way == forward ? factor : -factor;
  Count i;
  for (i = 0; i < N; i++) sum += part(A, M);
  return sum;
}

/* n, with an argument that changes and costs nothing */
static KERNEL void scale(long n, double* x, int colour) {
  long i;
  for (i = 0; i < n; i++) x[i] = x[i] / (1.0 + 1e-9 * colour);
}

/* the same for each call */
KERNEL int constant(int step) {
  volatile double x = step;
  int i;
  for (i = 0; i < 20000; i++) x = x / 1.0000001;
  return x > 0;
}

KERNEL double exchange(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* Takes time itself, but comes to MPI. */
KERNEL double step(int k, double* data) {
  double sum = update(100 + 37 * (k % 11), (Count)(20 + 13 * (k % 7)), data, (enum Way)(k % 2), 2);
  scale(1000 + 9000 * (k % 13), data, k % 5);
  sum += constant(k);
  return exchange(sum);
}

int main(int argc, char** argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 1500;
  double* data = calloc(200000, sizeof(double));
  double sum = 0;
  int k, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (k = 0; k < steps; k++) sum += step(k + rank, data);
  if (rank == 0) printf("%g\n", sum);
  MPI_Finalize();
  free(data);
  return 0;
}
