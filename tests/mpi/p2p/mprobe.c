/* SPDX-License-Identifier: BSD-3-Clause */
/* A message that MPI_Mprobe or MPI_Improbe has matched is out of reach of other receives. */
#include "check.h"

enum { ints = 20000, messages = 4 };

static int out[messages][ints], in[ints];

static void check_received(const MPI_Status* status, int source, int m) {
  int count;
  MPI_Get_count(status, MPI_INT, &count);
  CHECK(status->MPI_SOURCE == source && status->MPI_TAG == 4, "message %d", m);
  CHECK(count == (m % 2 == 0 ? 1 : ints), "message %d: %d", m, count);
  CHECK(in[0] == 10 * source + m && in[count - 1] == 10 * source + m, "message %d: %d", m, in[0]);
}

int main(int argc, char** argv) {
  int m, i, flag = 0, before;
  MPI_Request requests[messages], receive;
  MPI_Message first, second = MPI_MESSAGE_NULL;
  MPI_Status status, probed;
  start_test(&argc, &argv);
  before = (world_rank + world_size - 1) % world_size;
  for (m = 0; m < messages; m++) {
    for (i = 0; i < ints; i++) out[m][i] = 10 * world_rank + m;
    MPI_Isend(out[m], m % 2 == 0 ? 1 : ints, MPI_INT, (world_rank + 1) % world_size, 4,
              MPI_COMM_WORLD, &requests[m]);
  }
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &first, &probed);
  CHECK(first != MPI_MESSAGE_NULL && first != MPI_MESSAGE_NO_PROC);
  CHECK(probed.MPI_SOURCE == before && probed.MPI_TAG == 4);
  while (!flag) MPI_Improbe(before, 4, MPI_COMM_WORLD, &flag, &second, &probed);
  /* The third one is the next for an ordinary receive. */
  MPI_Recv(in, ints, MPI_INT, before, 4, MPI_COMM_WORLD, &status);
  check_received(&status, before, 2);
  MPI_Imrecv(in, ints, MPI_INT, &second, &receive);
  CHECK(second == MPI_MESSAGE_NULL);
  MPI_Wait(&receive, &status);
  check_received(&status, before, 1);
  MPI_Mrecv(in, ints, MPI_INT, &first, &status);
  CHECK(first == MPI_MESSAGE_NULL);
  check_received(&status, before, 0);
  MPI_Mprobe(before, 4, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
  if (world_rank % 2 == 0) {
    MPI_Mrecv_c(in, ints, MPI_INT, &first, &status);
  } else {
    MPI_Imrecv_c(in, ints, MPI_INT, &first, &receive);
    MPI_Wait(&receive, &status);
  }
  check_received(&status, before, 3);
  MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &first, MPI_STATUS_IGNORE);
  CHECK(!flag);
  MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
  return end_test();
}
