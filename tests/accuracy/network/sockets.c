/* SPDX-License-Identifier: BSD-3-Clause
 * When sends return and messages arrive; see sockets.py. Ranks: 3. usage: sockets NAME BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char* buffer;
static int rank, size;

static void send_to(int peer, int bytes) {
  MPI_Send(buffer, bytes, MPI_CHAR, peer, 0, MPI_COMM_WORLD);
}
static void receive(int bytes) {
  MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* name = argc > 1 ? argv[1] : "return";
  size = argc > 2 ? atoi(argv[2]) : 1000000;
  buffer = calloc((size_t)size, 1);
  const double start = MPI_Wtime();
  double elapsed = 0, longest = 0;
  if (strcmp(name, "return") == 0 || strcmp(name, "late") == 0) { /* when does the send return? */
    if (rank == 0) {
      send_to(1, size);
      elapsed = MPI_Wtime() - start;
    } else if (rank == 1) {
      if (strcmp(name, "late") == 0) usleep(3000);
      receive(size);
    }
  } else if (strcmp(name, "synchronous") == 0) {
    if (rank == 0) {
      MPI_Ssend(buffer, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      elapsed = MPI_Wtime() - start;
    } else if (rank == 1) {
      receive(size);
    }
  } else if (strcmp(name, "spread") == 0) { /* to two: when has the first got it? */
    if (rank == 0) {
      send_to(1, size);
      send_to(2, size);
    } else {
      receive(size);
      if (rank == 1) elapsed = MPI_Wtime() - start;
    }
  } else { /* two to the same, or a short one behind: when is the first, or the short one there? */
    const int is_short = strcmp(name, "short") == 0;
    if (rank == 0) {
      send_to(1, size);
      send_to(1, is_short ? 1000 : size);
    } else if (rank == 1) {
      receive(size);
      if (!is_short) elapsed = MPI_Wtime() - start;
      receive(size);
      if (is_short) elapsed = MPI_Wtime() - start;
    }
  }
  MPI_Reduce(&elapsed, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.17g\n", longest);
  MPI_Finalize();
  return 0;
}
