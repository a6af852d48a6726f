/* SPDX-License-Identifier: BSD-3-Clause */
/* What the callbacks of a generalized request return is what the wait returns. */
#include "check.h"

static int query_fails(void* extra, MPI_Status* status) {
  (void)extra;
  (void)status;
  return MPI_ERR_OTHER;
}

static int query(void* extra, MPI_Status* status) {
  (void)extra;
  (void)status;
  return MPI_SUCCESS;
}

static int release(void* extra) {
  (void)extra;
  return MPI_SUCCESS;
}

static int release_fails(void* extra) {
  (void)extra;
  return MPI_ERR_FILE;
}

static int cancel(void* extra, int complete) {
  (void)extra;
  (void)complete;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Request request;
  int value;
  start_test(&argc, &argv);
  return_errors();
  MUST(MPI_Grequest_start(query_fails, release, cancel, NULL, &request));
  MUST(MPI_Grequest_complete(request));
  MUST_FAIL(MPI_ERR_OTHER, MPI_Wait(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Grequest_start(query, release_fails, cancel, NULL, &request));
  MUST(MPI_Grequest_complete(request));
  MUST_FAIL(MPI_ERR_FILE, MPI_Wait(&request, MPI_STATUS_IGNORE));
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Grequest_complete(MPI_REQUEST_NULL));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  return end_test();
}
