/* SPDX-License-Identifier: BSD-3-Clause */
/* An intercommunicator of two groups, without any communicator that has both. */
#include "session.h"

int main(void) {
  MPI_Session session;
  MPI_Comm comm = open_session(&session, "session.inter"), inter;
  MPI_Group all, side[2];
  int range[1][3], i, mine = world_rank % 2, size, remote, peer, received = -1;
  MUST(MPI_Group_from_session_pset(session, "mpi://WORLD", &all));
  for (i = 0; i < 2; i++) {
    range[0][0] = i;
    range[0][1] = world_size - 1;
    range[0][2] = 2;
    MPI_Group_range_incl(all, 1, range, &side[i]);
  }
  MUST(MPI_Intercomm_create_from_groups(side[mine], 0, side[1 - mine], 0, "inter", MPI_INFO_NULL,
                                        MPI_ERRORS_ARE_FATAL, &inter));
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote);
  CHECK(size == (world_size + 1 - mine) / 2 && remote == world_size - size);
  MPI_Comm_rank(inter, &peer);
  if (peer < remote) {
    MPI_Sendrecv(&world_rank, 1, MPI_INT, peer, 0, &received, 1, MPI_INT, peer, 0, inter,
                 MPI_STATUS_IGNORE);
    CHECK(received == 2 * peer + 1 - mine);
  }
  MPI_Comm_free(&inter);
  MPI_Group_free(&all);
  MPI_Group_free(&side[0]);
  MPI_Group_free(&side[1]);
  return close_session(&session, &comm);
}
