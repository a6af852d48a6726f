/* SPDX-License-Identifier: BSD-3-Clause */
/* Generalized requests: completed by the program, waited for like any other. */
#include "check.h"

struct state {
  int queried, freed, cancelled, tag;
};

static int query(void* extra, MPI_Status* status) {
  struct state* state = extra;
  state->queried++;
  MPI_Status_set_elements(status, MPI_INT, 5);
  MPI_Status_set_cancelled(status, state->cancelled);
  status->MPI_SOURCE = 3;
  status->MPI_TAG = state->tag;
  return MPI_SUCCESS;
}

static int release(void* extra) {
  ((struct state*)extra)->freed++;
  return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
  CHECK(!complete);
  ((struct state*)extra)->cancelled = 1;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  struct state state = {0, 0, 0, 17}, others[3] = {{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}};
  MPI_Request request, requests[4];
  MPI_Status status, statuses[4];
  int flag, count, value = 0, i;
  start_test(&argc, &argv);
  MUST(MPI_Grequest_start(query, release, cancel, &state, &request));
  MUST(MPI_Test(&request, &flag, &status));
  CHECK(!flag && state.queried == 0);
  MUST(MPI_Grequest_complete(request));
  MUST(MPI_Request_get_status(request, &flag, &status));
  CHECK(flag && status.MPI_TAG == 17 && state.queried == 1 && state.freed == 0);
  MUST(MPI_Wait(&request, &status));
  CHECK(request == MPI_REQUEST_NULL && state.queried == 2 && state.freed == 1);
  MPI_Get_count(&status, MPI_INT, &count);
  MPI_Test_cancelled(&status, &flag);
  CHECK(status.MPI_SOURCE == 3 && status.MPI_TAG == 17 && count == 5 && !flag);

  /* Among other requests. */
  for (i = 0; i < 3; i++) {
    MUST(MPI_Grequest_start(query, release, cancel, &others[i], &requests[i]));
    MUST(MPI_Grequest_complete(requests[i]));
  }
  MPI_Isend(&world_rank, 1, MPI_INT, world_rank, 9, MPI_COMM_WORLD, &requests[3]);
  MPI_Recv(&value, 1, MPI_INT, world_rank, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MUST(MPI_Waitall(4, requests, statuses));
  for (i = 0; i < 3; i++) CHECK(statuses[i].MPI_TAG == i + 1 && others[i].freed == 1, "%d", i);

  /* Cancelled, then complete. */
  state.freed = 0;
  MUST(MPI_Grequest_start(query, release, cancel, &state, &request));
  MUST(MPI_Cancel(&request));
  CHECK(state.cancelled == 1);
  MUST(MPI_Grequest_complete(request));
  MUST(MPI_Wait(&request, &status));
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag && state.freed == 1);
  return end_test();
}
