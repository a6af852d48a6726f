/* SPDX-License-Identifier: BSD-3-Clause */
/* Names (MPI 5.0, 7.8): predefined types have theirs, derived ones none, each rank its own. */
#include "check.h"

int main(int argc, char** argv) {
  char name[MPI_MAX_OBJECT_NAME], mine[MPI_MAX_OBJECT_NAME];
  char far_too_long[4 * MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Datatype type, twin;
  start_test(&argc, &argv);
  MPI_Type_get_name(MPI_INT, name, &length);
  CHECK(strcmp(name, "MPI_INT") == 0 && length == 7);
  MPI_Type_get_name(MPI_DOUBLE_INT, name, &length);
  CHECK(strcmp(name, "MPI_DOUBLE_INT") == 0);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Type_get_name(type, name, &length);
  CHECK(name[0] == '\0' && length == 0);
  snprintf(mine, sizeof mine, "type of rank %d", world_rank);
  MPI_Type_set_name(type, mine);
  MPI_Type_set_name(MPI_DOUBLE, mine);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_name(type, name, &length);
  CHECK(strcmp(name, mine) == 0 && length == (int)strlen(mine));
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  CHECK(strcmp(name, mine) == 0, "another rank's name: %s", name);
  MPI_Type_dup(type, &twin);
  MPI_Type_get_name(twin, name, &length);
  CHECK(length == 0);
  memset(far_too_long, 'x', sizeof far_too_long);
  far_too_long[MPI_MAX_OBJECT_NAME - 1] = '\0';
  MPI_Type_set_name(twin, far_too_long);
  MPI_Type_get_name(twin, name, &length);
  CHECK(length == MPI_MAX_OBJECT_NAME - 1 && name[length] == '\0');
  MPI_Type_free(&twin);
  MPI_Type_free(&type);
  return end_test();
}
