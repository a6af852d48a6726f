/* SPDX-License-Identifier: BSD-3-Clause */
/* The status of a nonblocking and of a persistent receive from MPI_PROC_NULL (MPI 5.0, 3.10). */
#include "check.h"

static void check_null_status(const MPI_Status* status) {
  int count = -1;
  MPI_Get_count(status, MPI_INT, &count);
  CHECK(status->MPI_SOURCE == MPI_PROC_NULL, "source %d", status->MPI_SOURCE);
  CHECK(status->MPI_TAG == MPI_ANY_TAG && count == 0, "tag %d count %d", status->MPI_TAG, count);
}

int main(int argc, char** argv) {
  int in = -1, i, flag;
  MPI_Request request;
  MPI_Status status;
  start_test(&argc, &argv);
  MUST(MPI_Irecv(&in, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, &status));
  check_null_status(&status);
  MUST(MPI_Recv_init(&in, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request));
  for (i = 0; i < 2; i++) {
    MPI_Start(&request);
    flag = 0;
    while (!flag) MPI_Test(&request, &flag, &status);
    check_null_status(&status);
  }
  MPI_Request_free(&request);
  CHECK(in == -1);
  return end_test();
}
