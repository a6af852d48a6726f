/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends to and receives from MPI_PROC_NULL succeed at once and change nothing. */
#include "check.h"

static void check_null_status(const MPI_Status* status) {
  int count = -1;
  MPI_Get_count(status, MPI_INT, &count);
  CHECK(status->MPI_SOURCE == MPI_PROC_NULL, "source %d", status->MPI_SOURCE);
  CHECK(status->MPI_TAG == MPI_ANY_TAG && count == 0, "tag %d count %d", status->MPI_TAG, count);
}

static void test_sends(void) {
  const int out = 1, none = MPI_PROC_NULL;
  MPI_Request requests[8];
  int i;
  MUST(MPI_Send(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD));
  MUST(MPI_Ssend(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD));
  MUST(MPI_Rsend(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD));
  MUST(MPI_Isend(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Issend(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[1]));
  MUST(MPI_Irsend(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[2]));
  MUST(MPI_Send_init(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[3]));
  MUST(MPI_Ssend_init(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[4]));
  MUST(MPI_Rsend_init(&out, 1, MPI_INT, none, 0, MPI_COMM_WORLD, &requests[5]));
  MPI_Startall(3, &requests[3]);
  MUST(MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
  for (i = 3; i < 6; i++) MPI_Request_free(&requests[i]);
}

static void test_receives(void) {
  int in = -1, out = 1;
  MPI_Status status;
  MUST(MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
  check_null_status(&status);
  MUST(MPI_Sendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 0, &in, 1, MPI_INT, MPI_PROC_NULL, 0,
                    MPI_COMM_WORLD, &status));
  check_null_status(&status);
  MUST(MPI_Sendrecv_replace(&in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                            &status));
  check_null_status(&status);
  CHECK(in == -1);
}

static void test_probes(void) {
  int flag = 0;
  MPI_Message message;
  MPI_Request request;
  MPI_Status status;
  MUST(MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
  check_null_status(&status);
  MUST(MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status));
  CHECK(flag);
  check_null_status(&status);
  MUST(MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status));
  CHECK(message == MPI_MESSAGE_NO_PROC);
  check_null_status(&status);
  MUST(MPI_Mrecv(NULL, 0, MPI_INT, &message, &status));
  CHECK(message == MPI_MESSAGE_NULL);
  check_null_status(&status);
  flag = 0;
  MUST(MPI_Improbe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &message, &status));
  CHECK(flag && message == MPI_MESSAGE_NO_PROC);
  MUST(MPI_Imrecv(NULL, 0, MPI_INT, &message, &request));
  CHECK(message == MPI_MESSAGE_NULL);
  MUST(MPI_Wait(&request, &status));
  check_null_status(&status);
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  test_sends();
  test_receives();
  test_probes();
  return end_test();
}
