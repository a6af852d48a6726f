/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of collectives: the class of the error. */
#include "check.h"

int main(int argc, char** argv) {
  const MPI_Comm world = MPI_COMM_WORLD;
  int out[4] = {0}, in[4], one = 1;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
  MUST_FAIL(MPI_ERR_COMM, MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_NULL));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Bcast(out, -1, MPI_INT, 0, world));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Bcast(out, 1, MPI_DATATYPE_NULL, 0, world));
  MUST_FAIL(MPI_ERR_ROOT, MPI_Bcast(out, 1, MPI_INT, world_size, world));
  MUST_FAIL(MPI_ERR_ROOT, MPI_Bcast(out, 1, MPI_INT, -9, world));
  MUST_FAIL(MPI_ERR_ROOT, MPI_Reduce(out, in, 1, MPI_INT, MPI_SUM, world_size, world));
  MUST_FAIL(MPI_ERR_ROOT, MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, world_size, world));
  MUST_FAIL(MPI_ERR_ROOT, MPI_Scatter(out, 1, MPI_INT, in, 1, MPI_INT, world_size, world));
  MUST_FAIL(MPI_ERR_OP, MPI_Allreduce(out, in, 1, MPI_INT, MPI_OP_NULL, world));
  MUST_FAIL(MPI_ERR_OP, MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_BAND, world));
  MUST_FAIL(MPI_ERR_OP, MPI_Scan(out, in, 1, MPI_INT, MPI_MAXLOC, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Allgather(out, -1, MPI_INT, in, 1, MPI_INT, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Alltoall(out, 1, MPI_INT, in, -1, MPI_INT, world));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Allreduce(out, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, world));
  /* They have done nothing: collectives still work. */
  MUST(MPI_Allreduce(&one, in, 1, MPI_INT, MPI_SUM, world));
  CHECK(in[0] == world_size);
  return end_test();
}
