/* SPDX-License-Identifier: BSD-3-Clause */
/* A duplicate has the same group in the same order, but its own messages. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm twin;
  int result, sent[2], received[2], next, before;
  MPI_Request requests[2];
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_compare(MPI_COMM_WORLD, twin, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(twin, twin, &result);
  CHECK(result == MPI_IDENT);
  /* The message on the duplicate is sent first, the one on the world received first. */
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  sent[0] = 1000 + world_rank;
  sent[1] = 2000 + world_rank;
  MPI_Isend(&sent[0], 1, MPI_INT, next, 5, twin, &requests[0]);
  MPI_Isend(&sent[1], 1, MPI_INT, next, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Recv(&received[1], 1, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&received[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, twin, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(received[0] == 1000 + before && received[1] == 2000 + before);
  MPI_Comm_free(&twin);
  CHECK(twin == MPI_COMM_NULL);
  return end_test();
}
