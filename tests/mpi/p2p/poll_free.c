/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of MPI_Iprobe and MPI_Test see what arrives, whatever a poll costs. */
#include <unistd.h>

#include "check.h"

static void probe_for(int source, int tag) {
  int flag = 0, got;
  while (!flag) MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Recv(&got, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == source + tag, "%d", got);
}

static void test_for(int source, int tag) {
  int flag = 0, got = -1;
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &request);
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  CHECK(got == source + tag, "%d", got);
}

int main(int argc, char** argv) {
  int after, before;
  start_test(&argc, &argv);
  after = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (int round = 0; round < 3; round++) {
    const int sent = world_rank + round;
    if (world_rank == 0) {
      usleep(1000);
      MPI_Send(&sent, 1, MPI_INT, after, round, MPI_COMM_WORLD);
    }
    if (round % 2 == 0) {
      probe_for(before, round);
    } else {
      test_for(before, round);
    }
    if (world_rank != 0) MPI_Send(&sent, 1, MPI_INT, after, round, MPI_COMM_WORLD);
  }
  return end_test();
}
