/* SPDX-License-Identifier: BSD-3-Clause */
/* Negative counts of reductions are MPI_ERR_COUNT. */
#include "check.h"

int main(int argc, char** argv) {
  const MPI_Comm world = MPI_COMM_WORLD;
  int out[4] = {0}, in[4];
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_COUNT, MPI_Reduce(out, in, -1, MPI_INT, MPI_SUM, 0, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Allreduce(out, in, -1, MPI_INT, MPI_SUM, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Scan(out, in, -1, MPI_INT, MPI_SUM, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Exscan_c(out, in, -1, MPI_INT, MPI_SUM, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Reduce_scatter_block(out, in, -1, MPI_INT, MPI_SUM, world));
  return end_test();
}
