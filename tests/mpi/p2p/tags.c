/* SPDX-License-Identifier: BSD-3-Clause */
/* Tags up to MPI_TAG_UB, which is at least 32767, tell messages apart. */
#include "check.h"

int main(int argc, char** argv) {
  int *bound, flag, i, out[5], in, next, before;
  MPI_Request requests[5];
  MPI_Status status;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
  CHECK(flag && *bound >= 32767);
  const int tags[5] = {0, 1, 32767, *bound - 1, *bound};
  for (i = 0; i < 5; i++) {
    out[i] = 10 * world_rank + i;
    MPI_Isend(&out[i], 1, MPI_INT, next, tags[i], MPI_COMM_WORLD, &requests[i]);
  }
  for (i = 4; i >= 0; i--) {
    MPI_Recv(&in, 1, MPI_INT, before, tags[i], MPI_COMM_WORLD, &status);
    CHECK(in == 10 * before + i && status.MPI_TAG == tags[i], "tag %d", tags[i]);
  }
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  return_errors();
  if (*bound < 2147483647) {
    MUST_FAIL(MPI_ERR_TAG, MPI_Send(&in, 1, MPI_INT, next, *bound + 1, MPI_COMM_WORLD));
  }
  return end_test();
}
