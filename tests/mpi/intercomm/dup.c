/* SPDX-License-Identifier: BSD-3-Clause */
/* A duplicate of an intercommunicator has the same sides and its own messages. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, twin, later;
  MPI_Request request;
  int result, flag, sent, got[2] = {-1, -1}, rank, remote_size, first;
  start_test(&argc, &argv);
  sent = world_rank;
  inter = make_halves();
  MPI_Comm_dup(inter, &twin);
  MPI_Comm_idup(inter, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_compare(inter, twin, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(inter, later, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(inter, inter, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_compare(inter, own_half, &result);
  CHECK(result == MPI_UNEQUAL);
  MPI_Comm_test_inter(twin, &flag);
  CHECK(flag);
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_remote_size(inter, &remote_size);
  if (rank < remote_size && (is_high ? rank < half_size : rank < world_size - half_size)) {
    MPI_Request requests[2];
    first = is_high ? 0 : half_size;
    MPI_Isend(&sent, 1, MPI_INT, rank, 3, twin, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, rank, 3, inter, &requests[1]);
    MPI_Recv(&got[1], 1, MPI_INT, rank, 3, inter, MPI_STATUS_IGNORE);
    MPI_Recv(&got[0], 1, MPI_INT, rank, 3, twin, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(got[0] == first + rank && got[1] == rank);
  }
  MPI_Comm_free(&later);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
