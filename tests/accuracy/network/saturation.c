/* SPDX-License-Identifier: BSD-3-Clause
 * Contention as it was measured on a cluster (saturation.py): what a call of rank 0 takes.
 * usage: saturation send|sendrecv_same|sendrecv_diff|alltoall BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* name = argc > 1 ? argv[1] : "send";
  const int size = argc > 2 ? atoi(argv[2]) : 1000;
  const int is_all = strcmp(name, "alltoall") == 0;
  char* out = calloc((size_t)size * (is_all ? ranks : 1), 1);
  char* in = calloc((size_t)size * (is_all ? ranks : 1), 1);
  const int partner = rank ^ 1;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  if (is_all)
    MPI_Alltoall(out, size, MPI_CHAR, in, size, MPI_CHAR, MPI_COMM_WORLD);
  else if (strcmp(name, "sendrecv_same") == 0)
    MPI_Sendrecv(out, size, MPI_CHAR, partner, 0, in, size, MPI_CHAR, partner, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  else if (strcmp(name, "sendrecv_diff") == 0)
    MPI_Sendrecv(out, size, MPI_CHAR, (rank + 1) % ranks, 0, in, size, MPI_CHAR,
                 (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else if (rank % 2 == 0)
    MPI_Send(out, size, MPI_CHAR, partner, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(in, size, MPI_CHAR, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) printf("%.17g\n", MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
