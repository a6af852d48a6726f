/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes, ranks and groups of an intercommunicator; messages go to the other side. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter;
  MPI_Group local, remote, own;
  MPI_Status status;
  int flag, size, remote_size, rank, result, value = -1, i;
  start_test(&argc, &argv);
  inter = make_halves();
  MPI_Comm_test_inter(inter, &flag);
  CHECK(flag);
  MPI_Comm_test_inter(MPI_COMM_WORLD, &flag);
  CHECK(!flag);
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote_size);
  MPI_Comm_rank(inter, &rank);
  CHECK(size == (is_high ? world_size - half_size : half_size));
  CHECK(remote_size == world_size - size);
  CHECK(rank == (is_high ? world_rank - half_size : world_rank));
  MPI_Comm_group(inter, &local);
  MPI_Comm_remote_group(inter, &remote);
  MPI_Comm_group(own_half, &own);
  MPI_Group_compare(local, own, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_size(remote, &result);
  CHECK(result == remote_size);
  MPI_Group_rank(remote, &result);
  CHECK(result == MPI_UNDEFINED);
  /* Every low rank writes to every high rank. */
  if (is_high) {
    for (i = 0; i < remote_size; i++) {
      MPI_Recv(&value, 1, MPI_INT, i, rank, inter, &status);
      CHECK(value == i * 100 + rank && status.MPI_SOURCE == i);
    }
  } else {
    for (i = 0; i < remote_size; i++) {
      value = rank * 100 + i;
      MPI_Send(&value, 1, MPI_INT, i, i, inter);
    }
  }
  MPI_Group_free(&local);
  MPI_Group_free(&remote);
  MPI_Group_free(&own);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
