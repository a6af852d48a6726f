/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends a megabyte and sleeps a second, again and again; fails as it is told where that takes
   longer than a second, which it does in a future with a slow network. usage: trouble STEPS
   crash|deadlock|fill|wait */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { bytes = 1000000 };

static char buffer[bytes];

static void fail(const char* how, int rank) {
  if (strcmp(how, "crash") == 0) raise(SIGSEGV);
  if (strcmp(how, "deadlock") == 0 && rank == 0)
    MPI_Recv(buffer, 1, MPI_CHAR, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (strcmp(how, "fill") == 0) {
    FILE* file = fopen("large", "w");
    int is_full = file == NULL;
    for (int i = 0; !is_full && i < 100; i++) is_full = fwrite(buffer, 1, bytes, file) != bytes;
    if (is_full) MPI_Abort(MPI_COMM_WORLD, 28);
  }
  if (strcmp(how, "wait") == 0) {
    FILE* file = fopen("waiting", "w");
    fclose(file);
    for (;;) { /* without simulated time, until somebody kills the process */
    }
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int steps = argc > 1 ? atoi(argv[1]) : 5;
  const char* how = argc > 2 ? argv[2] : "none";
  for (int step = 0; step < steps; step++) {
    double slowest;
    if (rank == 0) {
      const double start = MPI_Wtime();
      MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      slowest = MPI_Wtime() - start;
    } else {
      MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(&slowest, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (slowest > 1) fail(how, rank);
    usleep(1000000);
  }
  if (rank == 0) printf("done at %.3f\n", MPI_Wtime());
  MPI_Finalize();
  return 0;
}
