/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of communicator calls: the class of the error. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm comm, freed, world = MPI_COMM_WORLD;
  MPI_Group group, outsiders;
  int value, first = 0;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &value));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_NULL, &value));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_dup(MPI_COMM_NULL, &comm));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_split(MPI_COMM_NULL, 0, 0, &comm));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_free(&world));
  MUST_FAIL(MPI_ERR_ARG, MPI_Comm_split_type(MPI_COMM_WORLD, 123456, 0, MPI_INFO_NULL, &comm));
  MUST_FAIL(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
  MUST_FAIL(MPI_ERR_ARG, MPI_Comm_size(MPI_COMM_WORLD, NULL));
  MPI_Comm_group(MPI_COMM_WORLD, &outsiders);
  if (world_size > 1) {
    MPI_Comm self;
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MUST_FAIL(MPI_ERR_GROUP, MPI_Comm_create(self, outsiders, &comm));
    MPI_Comm_free(&self);
  }
  MPI_Group_incl(outsiders, 1, &first, &group);
  MPI_Group_free(&group);
  MPI_Group_free(&outsiders);
  MPI_Comm_dup(MPI_COMM_WORLD, &freed);
  comm = freed;
  MPI_Comm_free(&freed);
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_free(&freed));
  (void)comm;
  return end_test();
}
