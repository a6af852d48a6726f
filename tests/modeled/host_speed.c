/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the simulated time of a computation over the processor time that it took, which the system
 * tells: what a second of this machine is worth. usage: host_speed SECONDS */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* clock_gettime is the simulated clock in ranks. */
static double processor_s(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double wanted_s = atof(argv[1]), start_s = MPI_Wtime(), own_start_s = processor_s();
  while (processor_s() - own_start_s < wanted_s) continue;
  const double own_s = processor_s() - own_start_s;
  printf("worth %.9g\n", (MPI_Wtime() - start_s) / own_s);
  MPI_Finalize();
  return 0;
}
