/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Startall starts sends and receives at once; those of other rounds wait their turn. */
#include "check.h"

enum { pairs = 6 };

int main(int argc, char** argv) {
  MPI_Request requests[2 * pairs];
  MPI_Status statuses[2 * pairs];
  int out[pairs], in[pairs], round, i, next, before;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < pairs; i++) {
    /* Receives in the opposite order of the sends, told apart by their tags. */
    const int tag = pairs - 1 - i;
    MPI_Send_init(&out[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Recv_init(&in[tag], 1, MPI_INT, before, tag, MPI_COMM_WORLD, &requests[pairs + i]);
  }
  for (round = 0; round < 5; round++) {
    for (i = 0; i < pairs; i++) {
      out[i] = 1000 * world_rank + 10 * round + i;
      in[i] = -1;
    }
    MPI_Startall(2 * pairs, requests);
    MPI_Waitall(2 * pairs, requests, statuses);
    for (i = 0; i < pairs; i++) {
      CHECK(in[i] == 1000 * before + 10 * round + i, "round %d message %d", round, i);
      CHECK(statuses[pairs + i].MPI_TAG == pairs - 1 - i);
      CHECK(statuses[pairs + i].MPI_SOURCE == before);
    }
  }
  MPI_Startall(0, NULL);
  for (i = 0; i < 2 * pairs; i++) MPI_Request_free(&requests[i]);
  return end_test();
}
