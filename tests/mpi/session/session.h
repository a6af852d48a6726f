/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that use sessions only: no MPI_COMM_WORLD to abort or to ask for a rank. */
#pragma once

#include "check.h"

/* A session with fatal errors and a communicator of all processes made from it. */
__attribute__((unused)) static MPI_Comm open_session(MPI_Session* session, const char* tag) {
  MPI_Group group;
  MPI_Comm comm;
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session));
  MUST(MPI_Group_from_session_pset(*session, "mpi://WORLD", &group));
  MUST(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &world_rank);
  MPI_Comm_size(comm, &world_size);
  return comm;
}

__attribute__((unused)) static int close_session(MPI_Session* session, MPI_Comm* comm) {
  MPI_Comm_free(comm);
  MUST(MPI_Session_finalize(session));
  CHECK(*session == MPI_SESSION_NULL);
  if (world_rank == 0) printf("OK\n");
  return 0;
}
