/* SPDX-License-Identifier: BSD-3-Clause
 * Messages whose times have closed forms: rank 0 prints how long each takes, in seconds.
 *   pingpong BYTES   there and back, between ranks 0 and 1
 *   incast BYTES     from all others to rank 0, at once
 *   mixed BYTES      neighbours, collectives, computation: for recording
 * usage: patterns NAME BYTES */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static double ping_pong(char* data, int bytes) {
  double begin_s = MPI_Wtime();
  if (rank == 0) {
    MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  return MPI_Wtime() - begin_s;
}

static double incast(char* data, int bytes) {
  double begin_s = MPI_Wtime();
  if (rank > 0) MPI_Send(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  for (int from = 1; rank == 0 && from < size; from++)
    MPI_Recv(data, bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return MPI_Wtime() - begin_s;
}

static double mixed(char* data, int bytes) {
  double begin_s = MPI_Wtime();
  char* in = malloc((size_t)bytes);
  for (int step = 0; step < 3; step++) {
    MPI_Request requests[4];
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Irecv(in, bytes, MPI_CHAR, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, 100, MPI_CHAR, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(data, bytes, MPI_CHAR, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(data, 100, MPI_CHAR, left, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    smpi_execute_flops(1e4 * (rank % 3));
    double sum = 1, own = rank;
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(data, bytes, MPI_CHAR, step % size, MPI_COMM_WORLD);
  }
  free(in);
  return MPI_Wtime() - begin_s;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int bytes = atoi(argv[2]);
  char* data = calloc(1, (size_t)bytes + 100);
  double time_s = strcmp(argv[1], "pingpong") == 0 ? ping_pong(data, bytes)
                  : strcmp(argv[1], "incast") == 0 ? incast(data, bytes)
                                                   : mixed(data, bytes);
  if (rank == 0) printf("%.15g\n", time_s);
  free(data);
  MPI_Finalize();
  return 0;
}
