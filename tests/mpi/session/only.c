/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that never calls MPI_Init: messages and collectives through a session. */
#include "session.h"

int main(void) {
  MPI_Session session;
  int sum, received = -1, flag = 1, i;
  MPI_Comm comm = open_session(&session, "session.only");
  MPI_Comm half;
  MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == world_size * (world_size - 1) / 2);
  MPI_Sendrecv(&world_rank, 1, MPI_INT, (world_rank + 1) % world_size, 3, &received, 1, MPI_INT,
               (world_rank + world_size - 1) % world_size, 3, comm, MPI_STATUS_IGNORE);
  CHECK(received == (world_rank + world_size - 1) % world_size);
  MPI_Comm_split(comm, world_rank % 2, world_rank, &half);
  MPI_Comm_rank(half, &i);
  CHECK(i == world_rank / 2);
  MPI_Comm_free(&half);
  MPI_Initialized(&flag);
  CHECK(!flag);
  return close_session(&session, &comm);
}
