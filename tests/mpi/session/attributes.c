/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the predefined attributes, communicators made from a session's groups have MPI_TAG_UB only. */
#include "session.h"

static int has(MPI_Comm comm, int key) {
  void* value;
  int flag = -1;
  MUST(MPI_Comm_get_attr(comm, key, &value, &flag));
  return flag;
}

int main(void) {
  MPI_Session session;
  MPI_Comm comm = open_session(&session, "attributes"), copy;
  MUST(MPI_Comm_dup(comm, &copy));
  CHECK(has(comm, MPI_TAG_UB) && has(copy, MPI_TAG_UB));
  CHECK(!has(comm, MPI_IO) && !has(copy, MPI_IO));
  CHECK(!has(comm, MPI_HOST) && !has(copy, MPI_HOST));
  CHECK(!has(comm, MPI_WTIME_IS_GLOBAL) && !has(copy, MPI_WTIME_IS_GLOBAL));
  MPI_Comm_free(&copy);
  return close_session(&session, &comm);
}
