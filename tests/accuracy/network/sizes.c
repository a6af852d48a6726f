/* SPDX-License-Identifier: BSD-3-Clause
 * Two ranks: for each size the round trip of a blocking ping-pong, and what MPI_Send and MPI_Isend
 * take. The clock costs nothing. usage: sizes BYTES... */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char* data;
static int rank;

static void pass(int sender, int size) {
  if (rank == sender)
    MPI_Send(data, size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(data, size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double isend_s(int size) {
  double elapsed = 0;
  MPI_Request request;
  if (rank == 0) {
    const double start = MPI_Wtime();
    MPI_Isend(data, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    elapsed = MPI_Wtime() - start;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(data, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return elapsed;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i < argc; i++) {
    const int size = atoi(argv[i]);
    data = malloc((size_t)size + 1);
    pass(1, 0); /* both are there */
    const double start = MPI_Wtime();
    pass(0, size);
    const double sent = MPI_Wtime();
    pass(1, size);
    const double end = MPI_Wtime();
    pass(0, 0); /* the barrier's messages must not share the links with the last one */
    MPI_Barrier(MPI_COMM_WORLD);
    const double nonblocking = isend_s(size);
    if (rank == 0) printf("%d %.17g %.17g %.17g\n", size, end - start, sent - start, nonblocking);
    MPI_Barrier(MPI_COMM_WORLD);
    free(data);
  }
  MPI_Finalize();
  return 0;
}
