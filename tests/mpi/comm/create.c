/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_create: members get the communicator in the group's order, others MPI_COMM_NULL. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Group world, odd, evens_backwards;
  MPI_Comm made;
  int ranges[1][3] = {{0, 0, 2}}, rank, size;
  start_test(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  ranges[0][0] = (world_size - 1) / 2 * 2;
  ranges[0][1] = 0;
  ranges[0][2] = -2;
  MPI_Group_range_incl(world, 1, ranges, &evens_backwards);
  MPI_Comm_create(MPI_COMM_WORLD, evens_backwards, &made);
  if (world_rank % 2 == 1) {
    CHECK(made == MPI_COMM_NULL);
  } else {
    MPI_Comm_rank(made, &rank);
    MPI_Comm_size(made, &size);
    CHECK(size == (world_size + 1) / 2 && rank == size - 1 - world_rank / 2);
    MPI_Comm_free(&made);
  }
  /* Disjoint groups at once (MPI 2.2 on). */
  MPI_Group_range_excl(world, 1, ranges, &odd);
  MPI_Comm_create(MPI_COMM_WORLD, world_rank % 2 == 1 ? odd : evens_backwards, &made);
  MPI_Comm_size(made, &size);
  CHECK(size == (world_rank % 2 == 1 ? world_size / 2 : (world_size + 1) / 2));
  MPI_Comm_free(&made);
  MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &made);
  CHECK(made == MPI_COMM_NULL);
  if (odd != MPI_GROUP_EMPTY) MPI_Group_free(&odd);
  MPI_Group_free(&evens_backwards);
  MPI_Group_free(&world);
  return end_test();
}
