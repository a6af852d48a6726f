/* SPDX-License-Identifier: BSD-3-Clause */
/* Null requests and persistent ones that are not active complete at once with an empty status. */
#include "check.h"

static int checks_error; /* with any argument of the program */

static void check_empty(const MPI_Status* status) {
  int count = -1, cancelled = -1;
  MPI_Get_count(status, MPI_INT, &count);
  MPI_Test_cancelled(status, &cancelled);
  CHECK(status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG);
  CHECK(count == 0 && !cancelled);
  CHECK(!checks_error || status->MPI_ERROR == MPI_SUCCESS, "MPI_ERROR is %d", status->MPI_ERROR);
}

static void check_all(MPI_Request* request) {
  const MPI_Request before = *request;
  MPI_Status status;
  int flag = 0, index = 0;
  memset(&status, 0x33, sizeof status);
  MPI_Wait(request, &status);
  check_empty(&status);
  memset(&status, 0x33, sizeof status);
  MPI_Test(request, &flag, &status);
  CHECK(flag);
  check_empty(&status);
  memset(&status, 0x33, sizeof status);
  MPI_Waitall(1, request, &status);
  check_empty(&status);
  memset(&status, 0x33, sizeof status);
  MPI_Waitany(1, request, &index, &status);
  CHECK(index == MPI_UNDEFINED);
  check_empty(&status);
  memset(&status, 0x33, sizeof status);
  flag = 0;
  MPI_Request_get_status(*request, &flag, &status);
  CHECK(flag);
  check_empty(&status);
  CHECK(*request == before);
}

/* The rest. */
static void check_tests(MPI_Request* request) {
  MPI_Status status;
  int flag = 0, index = 0;
  memset(&status, 0x33, sizeof status);
  MPI_Testany(1, request, &index, &flag, &status);
  CHECK(flag && index == MPI_UNDEFINED);
  check_empty(&status);
  memset(&status, 0x33, sizeof status);
  flag = 0;
  MPI_Testall(1, request, &flag, &status);
  CHECK(flag);
  check_empty(&status);
}

int main(int argc, char** argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  int value;
  start_test(&argc, &argv);
  checks_error = argc > 1;
  check_all(&request);
  if (checks_error) check_tests(&request);
  MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  check_all(&request);
  MPI_Request_free(&request);
  MPI_Send_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  check_all(&request);
  MPI_Request_free(&request);
  return end_test();
}
