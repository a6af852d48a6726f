/* SPDX-License-Identifier: BSD-3-Clause */
/* The level of thread support of a session is among its hints. */
#include "session.h"

int main(void) {
  MPI_Session session, other;
  MPI_Comm comm = open_session(&other, "session.hints");
  MPI_Info info;
  char level[64];
  int flag = 0;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "MPI_THREAD_SINGLE");
  MUST(MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session));
  MPI_Info_free(&info);
  MUST(MPI_Session_get_info(session, &info));
  MPI_Info_get(info, "thread_level", 63, level, &flag);
  CHECK(flag && strncmp(level, "MPI_THREAD_", 11) == 0);
  MPI_Info_free(&info);
  MUST(MPI_Session_finalize(&session));
  return close_session(&other, &comm);
}
