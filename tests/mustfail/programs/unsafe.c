/* SPDX-License-Identifier: BSD-3-Clause
 * Programs that end only where MPI buffers messages or lets the root of a broadcast go on; `safe`
 * relies on neither. Ranks: 2. */
#include <mpi.h>
#include <string.h>

static int rank, data;

static void facing_sends(void) {
  MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 1 waits for a message that rank 0 sends after the broadcast, and joins it later. */
static void bcast(void) {
  if (rank == 0) {
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Ssend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
}

static void safe(void) {
  MPI_Request requests[2];
  int other = 0, sum = 0;
  MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Ibcast(&data, 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[1], "facing-sends") == 0) facing_sends();
  if (strcmp(argv[1], "bcast") == 0) bcast();
  if (strcmp(argv[1], "safe") == 0) safe();
  MPI_Finalize();
  return 0;
}
