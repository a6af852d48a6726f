/* SPDX-License-Identifier: BSD-3-Clause
 * Pairwise all-to-all written with point-to-point calls, so that every implementation runs the same
 * messages: ITERS times P*(P-1) messages of BYTES, all nonblocking: heavy contention.
 * usage: alltoall ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 1, bytes = argc > 2 ? atoi(argv[2]) : 1000, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char *out = calloc((size_t)bytes * size + 1, 1), *in = calloc((size_t)bytes * size + 1, 1);
  MPI_Request* req = malloc(2 * size * sizeof *req);
  double start = MPI_Wtime();
  for (int it = 0; it < iters; it++) {
    int n = 0;
    for (int d = 1; d < size; d++) {
      int from = (rank - d + size) % size;
      MPI_Irecv(in + (size_t)from * bytes, bytes, MPI_CHAR, from, 1, MPI_COMM_WORLD, &req[n++]);
    }
    for (int d = 1; d < size; d++) {
      int to = (rank + d) % size;
      MPI_Isend(out + (size_t)to * bytes, bytes, MPI_CHAR, to, 1, MPI_COMM_WORLD, &req[n++]);
    }
    MPI_Waitall(n, req, MPI_STATUSES_IGNORE);
  }
  if (rank == 0)
    printf("RESULT alltoall messages=%ld simulated_s=%.15g\n", (long)iters * size * (size - 1),
           MPI_Wtime() - start);
  free(out);
  free(in);
  free(req);
  MPI_Finalize();
  return 0;
}
