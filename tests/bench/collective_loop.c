/* SPDX-License-Identifier: BSD-3-Clause
 * ITERS times one collective of BYTES a rank (a block for alltoall): what a simulator's own work
 * for a collective costs. usage: collective_loop allreduce|alltoall|barrier ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* name = argc > 1 ? argv[1] : "allreduce";
  int iters = argc > 2 ? atoi(argv[2]) : 1000, bytes = argc > 3 ? atoi(argv[3]) : 8, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int count = bytes / (int)sizeof(double);
  double* out = calloc((size_t)count * size + 1, sizeof(double));
  double* in = calloc((size_t)count * size + 1, sizeof(double));
  double start = MPI_Wtime();
  for (int i = 0; i < iters; i++) {
    if (strcmp(name, "allreduce") == 0)
      MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (strcmp(name, "alltoall") == 0)
      MPI_Alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD);
    else
      MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("RESULT collective_loop name=%s ranks=%d simulated_s=%.15g\n", name, size,
           MPI_Wtime() - start);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
