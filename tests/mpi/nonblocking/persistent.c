/* SPDX-License-Identifier: BSD-3-Clause */
/* Persistent collectives: what an inactive request answers, several started at once, and
   nonblocking collectives between the starts. */
#include "check.h"

#define MAX_RANKS 32

static void inactive(MPI_Request* request) {
  MPI_Status status;
  int flag = 0, index = 77, count;
  MUST(MPI_Wait(request, &status));
  CHECK(*request != MPI_REQUEST_NULL, "after MPI_Wait");
  MUST(MPI_Test(request, &flag, &status));
  CHECK(flag && *request != MPI_REQUEST_NULL, "after MPI_Test");
  MUST(MPI_Get_count(&status, MPI_INT, &count));
  CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG && count == 0,
        "not the empty status");
  MUST(MPI_Waitany(1, request, &index, &status));
  CHECK(index == MPI_UNDEFINED, "%d", index);
}

int main(int argc, char** argv) {
  int in = 0, sum = 0, data = 0, all[MAX_RANKS], round, i;
  MPI_Request requests[4], extra;
  start_test(&argc, &argv);
  MUST(MPI_Allreduce_init(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                          &requests[0]));
  MUST(MPI_Bcast_init(&data, 1, MPI_INT, world_size - 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                      &requests[1]));
  MUST(MPI_Allgather_init(&in, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                          &requests[2]));
  MUST(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]));
  for (i = 0; i < 4; i++) inactive(&requests[i]);
  for (round = 0; round < 5; round++) {
    int other = world_rank == 0 ? round : -1;
    in = world_rank + 10 * round;
    data = world_rank == world_size - 1 ? 500 + round : -1;
    MUST(MPI_Startall(2, requests));
    MUST(MPI_Ibcast(&other, 1, MPI_INT, 0, MPI_COMM_WORLD, &extra));
    MUST(MPI_Startall(2, requests + 2));
    MUST(MPI_Wait(&extra, MPI_STATUS_IGNORE));
    MUST(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    CHECK(other == round, "%d", other);
    CHECK(sum == world_size * (world_size - 1) / 2 + 10 * round * world_size, "%d", sum);
    CHECK(data == 500 + round, "%d", data);
    for (i = 0; i < world_size; i++) CHECK(all[i] == i + 10 * round, "%d", all[i]);
    for (i = 0; i < 4; i++) inactive(&requests[i]);
  }
  for (i = 0; i < 4; i++) {
    MUST(MPI_Request_free(&requests[i]));
    CHECK(requests[i] == MPI_REQUEST_NULL, "%d", i);
  }
  return end_test();
}
