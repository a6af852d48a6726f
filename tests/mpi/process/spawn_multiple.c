/* SPDX-License-Identifier: BSD-3-Clause */
/* Several commands make one world; MPI_APPNUM tells them apart. */
#include "check.h"

int main(int argc, char** argv) {
  int counts[2] = {2, 1}, codes[3] = {-1, -1, -1}, i, flag, *number, size;
  char *first[] = {"of the first", NULL}, *second[] = {"of the second", "two", NULL};
  char** arguments[2] = {first, second};
  char* commands[2];
  MPI_Info infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm other;
  start_test(&argc, &argv);
  MPI_Comm_get_parent(&other);
  if (other == MPI_COMM_NULL) {
    commands[0] = commands[1] = argv[0];
    MUST(MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_WORLD, &other,
                                 codes));
    for (i = 0; i < 3; i++) CHECK(codes[i] == MPI_SUCCESS, "%d", i);
    MPI_Comm_remote_size(other, &size);
    CHECK(size == 3);
    MPI_Barrier(other);
    MPI_Comm_disconnect(&other);
    return end_test();
  }
  CHECK(world_size == 3);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
  CHECK(flag && *number == (world_rank < 2 ? 0 : 1), "rank %d", world_rank);
  CHECK(argc == *number + 2);
  CHECK(strcmp(argv[1], *number == 0 ? "of the first" : "of the second") == 0);
  MPI_Barrier(other);
  MPI_Comm_disconnect(&other);
  MPI_Finalize();
  return 0;
}
