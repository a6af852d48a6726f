/* SPDX-License-Identifier: BSD-3-Clause
 * 3D 7-point halo exchange on a periodic process grid: ITERS steps, six neighbours, BYTES a face,
 * then one 8-byte allreduce: the communication of a stencil code. usage: halo3d ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 10, bytes = argc > 2 ? atoi(argv[2]) : 131072, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, peer[6];
  MPI_Dims_create(size, 3, dims);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
  for (int d = 0; d < 3; d++) MPI_Cart_shift(grid, d, 1, &peer[2 * d], &peer[2 * d + 1]);
  char *out = calloc(6, bytes), *in = calloc(6, bytes);
  double start = MPI_Wtime(), residual = 1.0, sum;
  for (int it = 0; it < iters; it++) {
    MPI_Request req[12];
    for (int n = 0; n < 6; n++)
      MPI_Irecv(in + (size_t)n * bytes, bytes, MPI_CHAR, peer[n], n ^ 1, grid, &req[n]);
    for (int n = 0; n < 6; n++)
      MPI_Isend(out + (size_t)n * bytes, bytes, MPI_CHAR, peer[n], n, grid, &req[6 + n]);
    MPI_Waitall(12, req, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&residual, &sum, 1, MPI_DOUBLE, MPI_SUM, grid);
  }
  if (rank == 0)
    printf("RESULT halo3d messages=%ld simulated_s=%.15g\n", 6L * iters * size,
           MPI_Wtime() - start);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
