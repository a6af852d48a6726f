/* SPDX-License-Identifier: BSD-3-Clause */
/* A generalized request that the program frees first: the callback comes with the completion. */
#include "check.h"

static int query(void* extra, MPI_Status* status) {
  (void)extra;
  (void)status;
  return MPI_SUCCESS;
}

static int release(void* extra) {
  ++*(int*)extra;
  return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
  (void)extra;
  (void)complete;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Request request, copy;
  int freed = 0;
  start_test(&argc, &argv);
  MUST(MPI_Grequest_start(query, release, cancel, &freed, &request));
  copy = request;
  MUST(MPI_Request_free(&copy));
  CHECK(copy == MPI_REQUEST_NULL && freed == 0);
  MUST(MPI_Grequest_complete(request));
  CHECK(freed == 1);
  MUST(MPI_Grequest_start(query, release, cancel, &freed, &request));
  MUST(MPI_Grequest_complete(request));
  MUST(MPI_Request_free(&request));
  CHECK(freed == 2);
  return end_test();
}
