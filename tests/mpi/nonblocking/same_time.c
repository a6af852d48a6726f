/* SPDX-License-Identifier: BSD-3-Clause */
/* With the same algorithm the blocking, nonblocking and persistent forms take the same time. */
#include <math.h>

#include "check.h"

static double in[20000], out[20000];

/* From a barrier to the end of the slowest rank. */
static double end_of_all(double start) {
  double mine = MPI_Wtime() - start, longest;
  MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return longest;
}

int main(int argc, char** argv) {
  static const int counts[] = {1, 500, 20000};
  int i;
  start_test(&argc, &argv);
  for (i = 0; i < 3; i++) {
    double start, blocking, nonblocking, persistent;
    MPI_Request request;
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    MUST(MPI_Allreduce(in, out, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    blocking = end_of_all(start);
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    MUST(MPI_Iallreduce(in, out, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    nonblocking = end_of_all(start);
    MUST(MPI_Allreduce_init(in, out, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                            &request));
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    MUST(MPI_Start(&request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    persistent = end_of_all(start);
    MUST(MPI_Request_free(&request));
    CHECK(blocking > 0 && fabs(nonblocking - blocking) < 1e-6 * blocking, "%d: %g s, not %g s",
          counts[i], nonblocking, blocking);
    CHECK(fabs(persistent - blocking) < 1e-6 * blocking, "%d: %g s, not %g s", counts[i],
          persistent, blocking);
  }
  return end_test();
}
