/* SPDX-License-Identifier: BSD-3-Clause */
/* A collective goes on while its ranks do something else: both together take as long as the longer
   one. `sleep` stands for the computation. */
#include <unistd.h>

#include "check.h"

#define COUNT 1000000

int main(int argc, char** argv) {
  double *in, *out, start, alone, both;
  MPI_Request request;
  start_test(&argc, &argv);
  in = calloc(COUNT, sizeof *in);
  out = calloc(COUNT, sizeof *out);
  start = MPI_Wtime();
  MUST(MPI_Iallreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  alone = MPI_Wtime() - start;
  CHECK(alone > 1e-3 && alone < 2, "%g s", alone);
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  start = MPI_Wtime();
  MUST(MPI_Iallreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request));
  sleep(3);
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  both = MPI_Wtime() - start;
  CHECK(both >= 3 && both < 3 + 1e-3 * alone, "%g s instead of 3 s", both);
  free(in);
  free(out);
  return end_test();
}
