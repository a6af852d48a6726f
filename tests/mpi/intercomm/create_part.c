/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_create on an intercommunicator takes a group of each side. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, part;
  MPI_Group local, chosen;
  int rank, size, remote, first = 0;
  start_test(&argc, &argv);
  inter = make_halves();
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_group(inter, &local);
  /* The first of the low side with all of the high side. */
  if (is_high) {
    MPI_Comm_create(inter, local, &part);
  } else {
    MPI_Group_incl(local, 1, &first, &chosen);
    MPI_Comm_create(inter, chosen, &part);
    MPI_Group_free(&chosen);
  }
  if (!is_high && rank != 0) {
    CHECK(part == MPI_COMM_NULL);
  } else {
    MPI_Comm_size(part, &size);
    MPI_Comm_remote_size(part, &remote);
    CHECK(is_high ? remote == 1 && size == world_size - half_size
                  : size == 1 && remote == world_size - half_size);
    MPI_Comm_free(&part);
  }
  MPI_Group_free(&local);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
