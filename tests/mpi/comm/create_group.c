/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_create_group is collective over the group only; one process may make several in turn. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Group world, group;
  MPI_Comm made;
  int i, round, ranks[2], size, rank, got;
  start_test(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  /* Each pair of neighbours makes a communicator without the others, twice under one tag. */
  for (round = 0; round < 2; round++) {
    for (i = 0; i + 1 < world_size; i++) {
      if (world_rank != i && world_rank != i + 1) continue;
      ranks[0] = i + 1;
      ranks[1] = i;
      MPI_Group_incl(world, 2, ranks, &group);
      MPI_Comm_create_group(MPI_COMM_WORLD, group, 77, &made);
      MPI_Comm_size(made, &size);
      MPI_Comm_rank(made, &rank);
      CHECK(size == 2 && rank == (world_rank == i ? 1 : 0));
      MPI_Sendrecv(&world_rank, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, made,
                   MPI_STATUS_IGNORE);
      CHECK(got == (world_rank == i ? i + 1 : i));
      MPI_Comm_free(&made);
      MPI_Group_free(&group);
    }
  }
  MPI_Group_free(&world);
  return end_test();
}
