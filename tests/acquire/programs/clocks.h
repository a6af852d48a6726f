// SPDX-License-Identifier: BSD-3-Clause
//
// Beginning and end of the cases of clocks.c.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ranks = 4, most_bytes = 4096 };
#define world MPI_COMM_WORLD
#define ANY_TIME MPI_STATUS_IGNORE

static int rank;
static double begin_s;
static char out[ranks * most_bytes], in[ranks * most_bytes];
static int numbers[ranks * most_bytes], sums[ranks * most_bytes];

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "rank %d: wrong: %s\n", rank, what);
  MPI_Abort(world, 3);
}

static void wait_a_while(int latencies) {
#ifdef SIMULATED
  if (latencies > 0) usleep(10 * (unsigned)latencies);
#else
  for (int i = 0; i < latencies; i++) {
    MPI_Sendrecv(out, 0, MPI_CHAR, 0, 0, in, 0, MPI_CHAR, 0, 0, MPI_COMM_SELF, ANY_TIME);
  }
#endif
}

static void begin(void) {
  MPI_Barrier(world);
  begin_s = MPI_Wtime();
}

static double passed_s(void) {
  return MPI_Wtime() - begin_s;
}

static void tell(const char* name, double seconds) {
  double all[ranks];
  MPI_Gather(&seconds, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, world);
  if (rank > 0) return;
  printf("%s", name);
  for (int i = 0; i < ranks; i++) printf(" %.17g", all[i]);
  printf("\n");
}

static void end(const char* name) {
  tell(name, passed_s());
}
