/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank that is named twice is an error. */
#include "check.h"

int main(int argc, char** argv) {
  int twice[2] = {0, 0}, overlap[2][3] = {{0, 0, 1}, {0, 0, 1}};
  MPI_Group world, group;
  start_test(&argc, &argv);
  return_errors();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_incl(world, 2, twice, &group));
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_excl(world, 2, twice, &group));
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_range_incl(world, 2, overlap, &group));
  MUST_FAIL(MPI_ERR_RANK, MPI_Group_range_excl(world, 2, overlap, &group));
  MPI_Group_free(&world);
  return end_test();
}
