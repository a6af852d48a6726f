/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of windows belong to a rank and a window; long ones are cut. */
#include "check.h"

int main(int argc, char** argv) {
  char name[MPI_MAX_OBJECT_NAME], given[32];
  int memory = 0, length = -1;
  MPI_Win first, second;
  start_test(&argc, &argv);
  MUST(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &first));
  MUST(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &second));
  MUST(MPI_Win_get_name(first, name, &length));
  CHECK(length == 0 && name[0] == '\0');
  sprintf(given, "window of rank %d", world_rank);
  MUST(MPI_Win_set_name(first, given));
  MUST(MPI_Win_get_name(first, name, &length));
  CHECK(length == (int)strlen(given) && strcmp(name, given) == 0);
  MUST(MPI_Win_get_name(second, name, &length));
  CHECK(length == 0);
  MUST(MPI_Win_free(&first));
  MUST(MPI_Win_free(&second));
  return end_test();
}
