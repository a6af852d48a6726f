/* SPDX-License-Identifier: BSD-3-Clause
 * One-sided traffic: between two fences every rank puts ITERS messages of BYTES into its right
 * neighbour's window; the data are checked. usage: put ITERS BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int iters = argc > 1 ? atoi(argv[1]) : 20000, bytes = argc > 2 ? atoi(argv[2]) : 8, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char* window = calloc(bytes, 1);
  char* out = malloc(bytes);
  memset(out, rank + 1, bytes);
  MPI_Win win;
  MPI_Win_create(window, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  double start = MPI_Wtime();
  MPI_Win_fence(0, win);
  for (int i = 0; i < iters; i++)
    MPI_Put(out, bytes, MPI_BYTE, (rank + 1) % size, 0, bytes, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  int good = window[bytes - 1] == (char)((rank + size - 1) % size + 1), all;
  MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0)
    printf("RESULT put messages=%ld data=%s simulated_s=%.15g\n", (long)iters * size,
           all ? "right" : "WRONG", MPI_Wtime() - start);
  MPI_Win_free(&win);
  free(window);
  free(out);
  MPI_Finalize();
  return 0;
}
