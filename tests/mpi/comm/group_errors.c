/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of group calls: the class of the error, and nothing else happens. */
#include "check.h"

int main(int argc, char** argv) {
  int outside[1] = {-1}, beyond[1], value;
  int no_stride[1][3] = {{0, 0, 0}}, too_far[1][3];
  MPI_Group world, group;
  start_test(&argc, &argv);
  return_errors();
  beyond[0] = world_size;
  too_far[0][0] = 0;
  too_far[0][1] = world_size;
  too_far[0][2] = 1;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_incl(world, 1, outside, &group));
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_excl(world, 1, beyond, &group));
  MUST_FAIL(MPI_ERR_ARG, MPI_Group_incl(world, -1, outside, &group));
  MUST_FAIL(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, no_stride, &group));
  MUST_FAIL(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &value));
  MUST_FAIL(MPI_ERR_GROUP, MPI_Group_rank(MPI_GROUP_NULL, &value));
  MUST_FAIL(MPI_ERR_GROUP, MPI_Group_compare(world, MPI_GROUP_NULL, &value));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_group(MPI_COMM_NULL, &group));
  MUST(MPI_Group_size(world, &value));
  CHECK(value == world_size);
  CHECK(MPI_Group_range_incl(world, 1, too_far, &group) != MPI_SUCCESS);
  MUST(MPI_Group_free(&world));
  return end_test();
}
