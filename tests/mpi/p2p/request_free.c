/* SPDX-License-Identifier: BSD-3-Clause */
/* A request that is freed while it is active ends all the same; its handle is null at once. */
#include "check.h"

enum { large = 40000 };

static int out[large], in[large];

int main(int argc, char** argv) {
  int round, next, before, answer;
  MPI_Request request;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (round = 0; round < 4; round++) {
    const int ints = round % 2 == 0 ? 10 : large;
    const int before_round = 1000 * before + round;
    out[ints - 1] = 1000 * world_rank + round;
    if (round < 2) {
      MPI_Isend(out, ints, MPI_INT, next, 1, MPI_COMM_WORLD, &request);
    } else {
      MPI_Send_init(out, ints, MPI_INT, next, 1, MPI_COMM_WORLD, &request);
      MPI_Start(&request);
    }
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Recv(in, ints, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[ints - 1] == before_round);
    /* Its receiver says that the buffer may be used again. */
    MPI_Sendrecv(&round, 1, MPI_INT, before, 2, &answer, 1, MPI_INT, next, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(answer == round);
    /* A receive that nobody waits for: the message behind it says that it has come. */
    in[0] = -1;
    MPI_Irecv(in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Send(&round, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    MPI_Sendrecv(&round, 1, MPI_INT, next, 3, &answer, 1, MPI_INT, before, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(in[0] == round && answer == round);
  }
  return end_test();
}
