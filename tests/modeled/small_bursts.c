/* SPDX-License-Identifier: BSD-3-Clause
 * Bursts below smpi/cpu-threshold add up (MODELS 6.1 and MODELS 10.4): 200 bursts of 0.1 ms with a
 * threshold of 1 ms take 20 ms at a host-speed equal to the speed of the host. Compared with what
 * the program itself measured. Ranks: 1. */
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

int main(int argc, char** argv) {
  double elapsed_s, computed_s = 0;
  int i;
  MPI_Init(&argc, &argv);
  const double start_s = MPI_Wtime();
  for (i = 0; i < 200; i++) {
    const double burst_start_s = processor_s();
    while (processor_s() - burst_start_s < 1e-4) continue;
    computed_s += processor_s() - burst_start_s;
    MPI_Barrier(MPI_COMM_SELF);
  }
  elapsed_s = MPI_Wtime() - start_s;
  CHECK(computed_s > 0.02);
  /* At most one threshold is still pending. */
  CHECK(elapsed_s > computed_s - 1e-3 && elapsed_s < 1.5 * computed_s);
  MPI_Finalize();
  return 0;
}
