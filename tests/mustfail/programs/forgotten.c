/* SPDX-License-Identifier: BSD-3-Clause
 * Programs in which a rank forgets a call. Ranks: 2. */
#include <mpi.h>
#include <string.h>

static int rank, data[2];

/* The receive of rank 1 needs a send that rank 0 made and never started. */
static void start(int frees_it) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(data, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    if (frees_it) MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Recv(data, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* Only rank 0 calls; what it waits for inside is the library's affair. */
static void barrier(void) {
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[1], "start") == 0) start(0);
  if (strcmp(argv[1], "freed") == 0) start(1);
  if (strcmp(argv[1], "barrier") == 0) barrier();
  if (strcmp(argv[1], "finalize") == 0) return 0;
  MPI_Finalize();
  return 0;
}
