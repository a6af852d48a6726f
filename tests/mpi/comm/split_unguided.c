/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_COMM_TYPE_HW_UNGUIDED divides into strictly smaller groups, and says of what hardware in the
   info that the caller gave; where no smaller group exists it gives MPI_COMM_NULL (7.4.2). */
#include "check.h"

int main(int argc, char** argv) {
  char kind[MPI_MAX_INFO_VAL + 1] = "";
  MPI_Comm now, part;
  int level, flag = 0;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &now);
  for (level = 0; now != MPI_COMM_NULL; level++) {
    int size, smaller;
    MPI_Info info;
    CHECK(level < 20, "it never ends");
    MPI_Info_create(&info);
    MUST(MPI_Comm_split_type(now, MPI_COMM_TYPE_HW_UNGUIDED, world_rank, info, &part));
    if (part != MPI_COMM_NULL) {
      MPI_Comm_size(now, &size);
      MPI_Comm_size(part, &smaller);
      CHECK(smaller >= 1 && smaller < size, "%d of %d", smaller, size);
      MPI_Info_get(info, "mpi_hw_resource_type", MPI_MAX_INFO_VAL, kind, &flag);
      CHECK(flag && kind[0] != '\0', "no type of hardware is named");
    }
    MPI_Info_free(&info);
    MPI_Comm_free(&now);
    now = part;
  }
  if (argc > 1) CHECK(level > 1, "no level of hardware was found");
  return end_test();
}
