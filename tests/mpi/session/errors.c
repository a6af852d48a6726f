/* SPDX-License-Identifier: BSD-3-Clause */
/* Error handlers of sessions, made before MPI is initialised. */
#include "session.h"

static int call_count, last_class;

static void on_error(MPI_Session* session, int* code, ...) {
  CHECK(*session != MPI_SESSION_NULL);
  call_count++;
  MPI_Error_class(*code, &last_class);
}

int main(void) {
  MPI_Session session, other;
  MPI_Errhandler handler, shown;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm comm;
  MUST(MPI_Session_create_errhandler(on_error, &handler));
  MUST(MPI_Session_init(MPI_INFO_NULL, handler, &session));
  MUST(MPI_Session_get_errhandler(session, &shown));
  CHECK(shown == handler);
  MPI_Errhandler_free(&shown);
  MPI_Errhandler_free(&handler);
  MUST(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
  CHECK(call_count == 1 && last_class == MPI_ERR_OTHER);
  CHECK(MPI_Group_from_session_pset(session, "mpi://no such set", &group) != MPI_SUCCESS);
  CHECK(call_count == 2);
  MUST(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
  CHECK(MPI_Group_from_session_pset(session, "mpi://no such set", &group) != MPI_SUCCESS);
  CHECK(call_count == 2);
  comm = open_session(&other, "session.errors");
  MUST(MPI_Session_finalize(&session));
  return close_session(&other, &comm);
}
