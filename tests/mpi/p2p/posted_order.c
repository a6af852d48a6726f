/* SPDX-License-Identifier: BSD-3-Clause */
/* A message goes to the receive that was posted first among all that match it, and a receive takes
   the oldest of the messages that match it. */
#include "check.h"

int main(int argc, char** argv) {
  int in[4] = {-1, -1, -1, -1}, out[4], i, next, before;
  MPI_Request receives[4], sends[4];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < 4; i++) out[i] = 10 * world_rank + i;
  MPI_Irecv(&in[0], 1, MPI_INT, before, 2, MPI_COMM_WORLD, &receives[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &receives[1]);
  MPI_Irecv(&in[2], 1, MPI_INT, before, 1, MPI_COMM_WORLD, &receives[2]);
  MPI_Irecv(&in[3], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &receives[3]);
  MPI_Isend(&out[0], 1, MPI_INT, next, 1, MPI_COMM_WORLD, &sends[0]); /* to the second */
  MPI_Isend(&out[1], 1, MPI_INT, next, 1, MPI_COMM_WORLD, &sends[1]); /* to the third */
  MPI_Isend(&out[2], 1, MPI_INT, next, 2, MPI_COMM_WORLD, &sends[2]); /* to the first */
  MPI_Isend(&out[3], 1, MPI_INT, next, 1, MPI_COMM_WORLD, &sends[3]); /* to the fourth */
  MPI_Waitall(4, receives, MPI_STATUSES_IGNORE);
  MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
  CHECK(in[0] == 10 * before + 2 && in[1] == 10 * before, "%d %d", in[0], in[1]);
  CHECK(in[2] == 10 * before + 1 && in[3] == 10 * before + 3, "%d %d", in[2], in[3]);
  MPI_Barrier(MPI_COMM_WORLD);
  /* The same messages, unexpected. */
  for (i = 0; i < 4; i++) {
    MPI_Isend(&out[i], 1, MPI_INT, next, i == 2 ? 2 : 1, MPI_COMM_WORLD, &sends[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(&in[0], 1, MPI_INT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&in[2], 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&in[3], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
  CHECK(in[0] == 10 * before + 2 && in[1] == 10 * before, "%d %d", in[0], in[1]);
  CHECK(in[2] == 10 * before + 1 && in[3] == 10 * before + 3, "%d %d", in[2], in[3]);
  return end_test();
}
