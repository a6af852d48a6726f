/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Request_get_status_any, _some and _all (MPI 5.0, 3.7.6) look at requests and leave them. */
#include "check.h"

enum { count = 4 };

int main(int argc, char** argv) {
  int in[count], out[count], indices[count], i, flag, some, index, next, before;
  MPI_Request receives[count], sends[count];
  MPI_Status status, statuses[count];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < count; i++) {
    out[i] = 10 * world_rank + i;
    receives[i] = MPI_REQUEST_NULL;
    if (i != 1) MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
  }
  MUST(MPI_Request_get_status_any(count, receives, &index, &flag, &status));
  CHECK(!flag && index == MPI_UNDEFINED);
  MUST(MPI_Request_get_status_some(count, receives, &some, indices, statuses));
  CHECK(some == 0);
  MUST(MPI_Request_get_status_all(count, receives, &flag, statuses));
  CHECK(!flag);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&out[2], 1, MPI_INT, next, 2, MPI_COMM_WORLD, &sends[2]);
  do MUST(MPI_Request_get_status_any(count, receives, &index, &flag, &status));
  while (!flag);
  CHECK(index == 2 && status.MPI_TAG == 2 && status.MPI_SOURCE == before, "index %d", index);
  MUST(MPI_Request_get_status_some(count, receives, &some, indices, statuses));
  CHECK(some == 1 && indices[0] == 2 && statuses[0].MPI_TAG == 2, "%d", some);
  MUST(MPI_Request_get_status_all(count, receives, &flag, MPI_STATUSES_IGNORE));
  CHECK(!flag);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&out[0], 1, MPI_INT, next, 0, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(&out[3], 1, MPI_INT, next, 3, MPI_COMM_WORLD, &sends[3]);
  do MUST(MPI_Request_get_status_all(count, receives, &flag, statuses));
  while (!flag);
  CHECK(statuses[0].MPI_TAG == 0 && statuses[2].MPI_TAG == 2 && statuses[3].MPI_TAG == 3);
  CHECK(statuses[1].MPI_TAG == MPI_ANY_TAG && statuses[1].MPI_SOURCE == MPI_ANY_SOURCE);
  for (i = 0; i < count; i++) {
    CHECK((receives[i] == MPI_REQUEST_NULL) == (i == 1));
    CHECK(i == 1 || in[i] == 10 * before + i);
  }
  sends[1] = MPI_REQUEST_NULL;
  MPI_Waitall(count, receives, MPI_STATUSES_IGNORE);
  MPI_Waitall(count, sends, MPI_STATUSES_IGNORE);
  /* Without an active request there is nothing to wait for. */
  MUST(MPI_Request_get_status_any(count, receives, &index, &flag, &status));
  CHECK(flag && index == MPI_UNDEFINED);
  MUST(MPI_Request_get_status_some(count, receives, &some, indices, statuses));
  CHECK(some == MPI_UNDEFINED);
  MUST(MPI_Request_get_status_all(count, receives, &flag, statuses));
  CHECK(flag);
  return end_test();
}
