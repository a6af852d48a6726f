/* SPDX-License-Identifier: BSD-3-Clause */
/* Names: predefined ones, own ones, truncation; a duplicate has none. */
#include "check.h"

int main(int argc, char** argv) {
  char name[MPI_MAX_OBJECT_NAME], long_name[2 * MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm twin;
  start_test(&argc, &argv);
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14);
  MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
  CHECK(strcmp(name, "MPI_COMM_SELF") == 0 && length == 13);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  strcpy(name, "not touched");
  MPI_Comm_get_name(twin, name, &length);
  CHECK(name[0] == '\0' && length == 0);
  MPI_Comm_set_name(twin, "rows of the grid");
  MPI_Comm_get_name(twin, name, &length);
  CHECK(strcmp(name, "rows of the grid") == 0 && length == 16);
  memset(long_name, 'x', sizeof long_name);
  long_name[sizeof long_name - 1] = '\0';
  MPI_Comm_set_name(twin, long_name);
  MPI_Comm_get_name(twin, name, &length);
  CHECK(length == MPI_MAX_OBJECT_NAME - 1 && (int)strlen(name) == length);
  MPI_Comm_free(&twin);
  return end_test();
}
