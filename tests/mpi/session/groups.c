/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators of parts of a set, several at once, told apart by their tags. */
#include "session.h"

int main(void) {
  MPI_Session session;
  MPI_Comm comm = open_session(&session, "session.groups"), part, same;
  MPI_Group all, mine;
  int range[1][3], size, rank, result;
  MUST(MPI_Group_from_session_pset(session, "mpi://WORLD", &all));
  range[0][0] = world_rank % 2;
  range[0][1] = world_size - 1;
  range[0][2] = 2;
  MPI_Group_range_incl(all, 1, range, &mine);
  MUST(MPI_Comm_create_from_group(mine, "a", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &part));
  MUST(MPI_Comm_create_from_group(mine, "b", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &same));
  MPI_Comm_size(part, &size);
  MPI_Comm_rank(part, &rank);
  CHECK(size == (world_size + 1 - world_rank % 2) / 2 && rank == world_rank / 2);
  MPI_Comm_compare(part, same, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Barrier(part);
  MPI_Barrier(same);
  MPI_Comm_free(&part);
  MPI_Comm_free(&same);
  MPI_Group_free(&mine);
  MPI_Group_free(&all);
  return close_session(&session, &comm);
}
