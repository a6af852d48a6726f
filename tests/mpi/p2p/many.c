/* SPDX-License-Identifier: BSD-3-Clause */
/* Hundreds of receives outstanding, matched in the opposite order; then as many messages that
   nobody expects. */
#include "check.h"

enum { count = 400 };

int main(int argc, char** argv) {
  static int in[count], out[count];
  static MPI_Request receives[count], sends[count];
  int late, i, next, before;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (late = 0; late < 2; late++) {
    for (i = 0; i < count; i++) {
      in[i] = -1;
      out[i] = 1000 * world_rank + i;
      if (!late) MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
    }
    for (i = count - 1; i >= 0; i--) {
      MPI_Isend(&out[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; late && i < count; i++) {
      MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
    }
    MPI_Waitall(count, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(count, sends, MPI_STATUSES_IGNORE);
    for (i = 0; i < count; i++) CHECK(in[i] == 1000 * before + i, "message %d", i);
  }
  return end_test();
}
