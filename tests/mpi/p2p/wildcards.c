/* SPDX-License-Identifier: BSD-3-Clause */
/* Receives from any source, of any tag, and of both: every message once, in order per sender. */
#include "check.h"

enum { messages = 6, max_ranks = 32 };

int main(int argc, char** argv) {
  int kind, i, m, out[messages], value[2], next[max_ranks];
  MPI_Status status;
  start_test(&argc, &argv);
  for (kind = 0; kind < 3; kind++) {
    MPI_Request requests[messages];
    int pairs[messages][2];
    for (m = 0; m < messages; m++) {
      pairs[m][0] = world_rank;
      pairs[m][1] = m;
      out[m] = kind == 0 ? 5 : m;
      MPI_Isend(pairs[m], 2, MPI_INT, 0, out[m], MPI_COMM_WORLD, &requests[m]);
    }
    memset(next, 0, sizeof next);
    for (i = 0; world_rank == 0 && i < messages * world_size; i++) {
      /* By tag from anyone; by source of any tag; anything at all. */
      const int source = kind == 1 ? i % world_size : MPI_ANY_SOURCE;
      MPI_Recv(value, 2, MPI_INT, source, kind == 0 ? 5 : MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      CHECK(source == MPI_ANY_SOURCE || value[0] == source);
      CHECK(status.MPI_SOURCE == value[0], "%d says %d", status.MPI_SOURCE, value[0]);
      CHECK(status.MPI_TAG == (kind == 0 ? 5 : value[1]));
      CHECK(value[1] == next[value[0]], "kind %d: message %d of %d", kind, value[1], value[0]);
      next[value[0]]++;
    }
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
    for (i = 0; world_rank == 0 && i < world_size; i++) CHECK(next[i] == messages);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return end_test();
}
