/* SPDX-License-Identifier: BSD-3-Clause */
/* Leaders that are not rank 0, sides of one process each, and a peer that is an intercommunicator.
 */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, again;
  MPI_Request request;
  int size, remote, local_leader, remote_leader, got = -1, rank;
  start_test(&argc, &argv);
  inter = make_halves();
  /* The last of each side, found through the intercommunicator itself. */
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote);
  local_leader = size - 1;
  remote_leader = remote - 1;
  MPI_Intercomm_create(own_half, local_leader, inter, remote_leader, 0, &again);
  MPI_Comm_remote_size(again, &got);
  CHECK(got == remote);
  MPI_Comm_rank(again, &rank);
  if (rank == size - 1) MPI_Isend(&world_rank, 1, MPI_INT, 0, 0, again, &request);
  if (rank == 0) {
    MPI_Recv(&got, 1, MPI_INT, remote - 1, 0, again, MPI_STATUS_IGNORE);
    CHECK(got == (is_high ? half_size - 1 : world_size - 1));
  }
  if (rank == size - 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&again);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  if (world_rank < 2 && world_size >= 2) {
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - world_rank, 99, &inter);
    MPI_Sendrecv(&world_rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    CHECK(got == 1 - world_rank);
    MPI_Comm_free(&inter);
  }
  return end_test();
}
