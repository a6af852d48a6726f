/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_COMM_TYPE_SHARED groups the processes of a host; MPI_UNDEFINED gives none. */
#include "check.h"

int main(int argc, char** argv) {
  char name[MPI_MAX_PROCESSOR_NAME + 1] = "", other[MPI_MAX_PROCESSOR_NAME + 1];
  MPI_Comm node, none;
  int length, size, rank, i, same = 0;
  start_test(&argc, &argv);
  MPI_Get_processor_name(name, &length);
  CHECK((int)strlen(name) == length);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -world_rank, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &size);
  MPI_Comm_rank(node, &rank);
  for (i = 0; i < world_size; i++) {
    if (i == world_rank) continue;
    MPI_Sendrecv(name, sizeof name, MPI_CHAR, i, 0, other, sizeof other, MPI_CHAR, i, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(name, other) == 0) same++;
  }
  CHECK(size == same + 1, "size %d, but %d others on %s", size, same, name);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &none);
  CHECK(none == MPI_COMM_NULL);
  MPI_Comm_free(&node);
  return end_test();
}
