/* SPDX-License-Identifier: BSD-3-Clause
 * Binary exchange among all ranks (size a power of two), the pattern of HPL's pivot search:
 * ITERS rounds of log2(P) MPI_Sendrecv of BYTES. usage: exchange ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 100, bytes = argc > 2 ? atoi(argv[2]) : 1024, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char *out = calloc(bytes + 1, 1), *in = calloc(bytes + 1, 1);
  long messages = 0;
  double start = MPI_Wtime();
  for (int i = 0; i < iters; i++)
    for (int k = 1; k < size; k <<= 1)
      if ((rank ^ k) < size) {
        MPI_Sendrecv(out, bytes, MPI_CHAR, rank ^ k, 7, in, bytes, MPI_CHAR, rank ^ k, 7,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        messages++;
      }
  long total = 0;
  MPI_Reduce(&messages, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("RESULT exchange messages=%ld simulated_s=%.15g\n", total, MPI_Wtime() - start);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
