/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages do not overtake each other: small ones wait for the large ones before them, whatever
   the mode, expected or not. */
#include "check.h"

enum { messages = 24, large = 30000 };

static int out[messages][large], in[messages][large];

static int ints_of(int m) {
  return m % 3 == 0 ? large : m % 3 == 1 ? 1 : 2000;
}

int main(int argc, char** argv) {
  int late, m, next, before, count;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (late = 0; late < 2; late++) {
    MPI_Request sends[messages], receives[messages];
    MPI_Status statuses[messages];
    for (m = 0; !late && m < messages; m++) {
      MPI_Irecv(in[m], large, MPI_INT, m % 2 ? before : MPI_ANY_SOURCE, m % 5 ? 7 : MPI_ANY_TAG,
                MPI_COMM_WORLD, &receives[m]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (m = 0; m < messages; m++) {
      out[m][0] = 100 * world_rank + m;
      if (m % 4 == 3) {
        MPI_Issend(out[m], ints_of(m), MPI_INT, next, 7, MPI_COMM_WORLD, &sends[m]);
      } else {
        MPI_Isend(out[m], ints_of(m), MPI_INT, next, 7, MPI_COMM_WORLD, &sends[m]);
      }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (m = 0; late && m < messages; m++) {
      MPI_Irecv(in[m], large, MPI_INT, m % 2 ? before : MPI_ANY_SOURCE, m % 5 ? 7 : MPI_ANY_TAG,
                MPI_COMM_WORLD, &receives[m]);
    }
    MPI_Waitall(messages, receives, statuses);
    MPI_Waitall(messages, sends, MPI_STATUSES_IGNORE);
    for (m = 0; m < messages; m++) {
      MPI_Get_count(&statuses[m], MPI_INT, &count);
      CHECK(in[m][0] == 100 * before + m && count == ints_of(m), "receive %d has %d", m, in[m][0]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return end_test();
}
