/* SPDX-License-Identifier: BSD-3-Clause */
/* Predefined attributes of MPI_COMM_WORLD: present, sensible, and not to be changed. */
#include "check.h"

int main(int argc, char** argv) {
  int *value, flag, changed = 3, key = MPI_TAG_UB;
  start_test(&argc, &argv);
  return_errors();
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
  CHECK(flag && *value >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
  CHECK(!flag || *value == 0 || *value == 1);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag);
  CHECK(flag && (*value == MPI_ANY_SOURCE || *value == MPI_PROC_NULL || *value >= 0));
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &flag);
  CHECK(!flag || *value == MPI_PROC_NULL || *value >= 0);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag);
  CHECK(!flag || *value == 0);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag);
  CHECK(!flag || *value >= 1);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
  CHECK(flag && *value >= MPI_ERR_LASTCODE);
  CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &changed) != MPI_SUCCESS);
  CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB) != MPI_SUCCESS);
  CHECK(MPI_Comm_free_keyval(&key) != MPI_SUCCESS);
  CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &changed) != MPI_SUCCESS);
  return end_test();
}
