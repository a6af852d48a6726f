/* SPDX-License-Identifier: BSD-3-Clause */
/* What cannot be started is an error of the call, on all ranks, and nothing starts. */
#include "check.h"

int main(int argc, char** argv) {
  int codes[2] = {-1, -1}, counts[2] = {1, 1};
  char *commands[2], **none[2] = {MPI_ARGV_NULL, MPI_ARGV_NULL};
  MPI_Info info, infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm children = MPI_COMM_WORLD, parent;
  start_test(&argc, &argv);
  return_errors();
  MPI_Comm_get_parent(&parent);
  CHECK(parent == MPI_COMM_NULL, "nothing should have been started");
  MUST_FAIL(MPI_ERR_SPAWN, MPI_Comm_spawn("/no/such/program", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                                          MPI_COMM_WORLD, &children, codes));
  CHECK(children == MPI_COMM_NULL);
  CHECK(codes[0] == MPI_ERR_SPAWN && codes[1] == MPI_ERR_SPAWN);
  /* The first command alone could be started. */
  commands[0] = argv[0];
  commands[1] = "/no/such/program";
  MUST_FAIL(MPI_ERR_SPAWN, MPI_Comm_spawn_multiple(2, commands, none, counts, infos, 0,
                                                   MPI_COMM_WORLD, &children, codes));
  MPI_Info_create(&info);
  MPI_Info_set(info, "host", "no such host");
  MUST_FAIL(MPI_ERR_SPAWN, MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD,
                                          &children, MPI_ERRCODES_IGNORE));
  MPI_Info_free(&info);
  MUST_FAIL(MPI_ERR_ROOT, MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, world_size,
                                         MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE));
  return end_test();
}
