/* SPDX-License-Identifier: BSD-3-Clause */
/* Size, rank and comparison of groups; the empty group. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Group world, same, reversed, empty;
  int size, rank, result, range[1][3];
  start_test(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_size(world, &size);
  MPI_Group_rank(world, &rank);
  CHECK(size == world_size && rank == world_rank);
  MPI_Comm_group(MPI_COMM_WORLD, &same);
  MPI_Group_compare(world, same, &result);
  CHECK(result == MPI_IDENT);
  range[0][0] = world_size - 1;
  range[0][1] = 0;
  range[0][2] = -1;
  MPI_Group_range_incl(world, 1, range, &reversed);
  MPI_Group_compare(world, reversed, &result);
  CHECK(result == (world_size == 1 ? MPI_IDENT : MPI_SIMILAR));
  MPI_Group_rank(reversed, &rank);
  CHECK(rank == world_size - 1 - world_rank);
  MPI_Group_incl(world, 0, NULL, &empty);
  CHECK(empty == MPI_GROUP_EMPTY);
  MPI_Group_compare(world, empty, &result);
  CHECK(result == MPI_UNEQUAL);
  MPI_Group_rank(empty, &rank);
  MPI_Group_size(empty, &size);
  CHECK(rank == MPI_UNDEFINED && size == 0);
  MPI_Group_free(&world);
  MPI_Group_free(&same);
  MPI_Group_free(&reversed);
  CHECK(world == MPI_GROUP_NULL);
  return end_test();
}
