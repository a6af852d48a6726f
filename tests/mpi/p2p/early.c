/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages that travel before their receive is posted: a synchronous send waits for the receive all
 * the same, and the buffer of a standard send that is complete belongs to the program again. */
#include "check.h"

enum { INTS = 100 };

static void check_data(const int* data, int first) {
  for (int i = 0; i < INTS; i++) CHECK(data[i] == first + i, "%d at %d", data[i], i);
}

int main(int argc, char** argv) {
  int data[INTS], done = 0;
  MPI_Request request;
  start_test(&argc, &argv);
  if (world_rank == 0) {
    for (int i = 0; i < INTS; i++) data[i] = 5 + i;
    MPI_Send(data, INTS, MPI_INT, 1, 1, MPI_COMM_WORLD);
    for (int i = 0; i < INTS; i++) data[i] = 7 + i;
    MPI_Issend(data, INTS, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 1000; i++) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      CHECK(!done, "a synchronous send that nobody receives is complete");
    }
    MPI_Send(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < INTS; i++) data[i] = -1;
  } else if (world_rank == 1) {
    /* The first send may need its receive; the synchronous one must not be received yet. */
    MPI_Recv(data, INTS, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_data(data, 5);
    MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(data, INTS, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_data(data, 7);
  }
  /* All send before they receive: only where that needs no receive (smpirun's option). */
  if (argc > 1) {
    const int next = (world_rank + 1) % world_size;
    const int before = (world_rank + world_size - 1) % world_size;
    for (int i = 0; i < INTS; i++) data[i] = 100 * world_rank + i;
    MPI_Send(data, INTS, MPI_INT, next, 4, MPI_COMM_WORLD);
    for (int i = 0; i < INTS; i++) data[i] = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(data, INTS, MPI_INT, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_data(data, 100 * before);
  }
  return end_test();
}
