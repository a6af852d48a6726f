/* SPDX-License-Identifier: BSD-3-Clause */
/* Computation is measured, also round calls that only look something up; between polls it goes on
 * until one finds something. */
#define _GNU_SOURCE
#include <mpi.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/* The processor's own clock: clock_gettime is replaced in ranks. */
static double processor_s(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void compute(double duration_s, int looks_up) {
  const double start_s = processor_s();
  while (processor_s() - start_s < duration_s) {
    int rank, size;
    if (!looks_up) continue;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_size(MPI_DOUBLE, &size);
  }
}

/* Work in pieces of 0.1 ms until a message comes that takes 20 ms. */
static void compute_between_polls(int rank) {
  int flag = 0, token = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    compute(0.02, 0);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    int pieces = 0;
    MPI_Request request;
    MPI_Irecv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (; !flag; pieces++) {
      compute(1e-4, 0);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    CHECK(pieces > 60 && pieces < 210);
  }
}

int main(int argc, char** argv) {
  int looks_up, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (looks_up = 0; looks_up < 2; looks_up++) {
    const double start_s = MPI_Wtime();
    double elapsed_s;
    compute(0.02, looks_up);
    MPI_Barrier(MPI_COMM_WORLD);
    elapsed_s = MPI_Wtime() - start_s;
    CHECK(elapsed_s > 0.0199 && elapsed_s < 0.06);
  }
  compute_between_polls(rank);
  MPI_Finalize();
  return 0;
}
