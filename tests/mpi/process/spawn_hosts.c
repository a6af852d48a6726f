/* SPDX-License-Identifier: BSD-3-Clause */
/* Children go to free hosts, to the host that is named, and into the folder that is named; their
   program is looked for where the hint says; the
   universe is as large as the machine. */
#include <unistd.h>

#include "check.h"

static int child(MPI_Comm parent, int argc, char** argv) {
  char name[MPI_MAX_PROCESSOR_NAME], folder[512];
  int length;
  MPI_Get_processor_name(name, &length);
  if (argc > 1) {
    CHECK(getcwd(folder, sizeof folder) != NULL && strcmp(folder, argv[1]) == 0, "%s", folder);
  }
  MPI_Send(name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, 0, parent);
  MPI_Comm_disconnect(&parent);
  MPI_Finalize();
  return 0;
}

static void expect(MPI_Comm children, int rank, const char* host) {
  char name[MPI_MAX_PROCESSOR_NAME];
  MPI_Recv(name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, 0, children, MPI_STATUS_IGNORE);
  CHECK(strcmp(name, host) == 0, "child %d is on %s, not on %s", rank, name, host);
}

int main(int argc, char** argv) {
  char* arguments[] = {"/tmp", NULL};
  char before[512], after[512];
  int *universe, flag;
  MPI_Comm children;
  MPI_Info info;
  start_test(&argc, &argv);
  MPI_Comm_get_parent(&children);
  if (children != MPI_COMM_NULL) return child(children, argc, argv);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
  CHECK(flag && *universe == 5);
  /* Two ranks are on hosts 0 and 1 of 5. */
  MUST(MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 4, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                      MPI_ERRCODES_IGNORE));
  if (world_rank == 0) {
    expect(children, 0, "host-2");
    expect(children, 1, "host-3");
    expect(children, 2, "host-4");
    expect(children, 3, "host-0");
  }
  MPI_Comm_disconnect(&children);
  MPI_Info_create(&info);
  MPI_Info_set(info, "host", "host-4");
  MPI_Info_set(info, "wdir", "/tmp");
  *strrchr(argv[0], '/') = '\0';
  MPI_Info_set(info, "path", argv[0]);
  CHECK(getcwd(before, sizeof before) != NULL);
  MUST(MPI_Comm_spawn(strchr(argv[0], 0) + 1, arguments, 2, info, 0, MPI_COMM_WORLD, &children,
                      MPI_ERRCODES_IGNORE));
  if (world_rank == 0) {
    expect(children, 0, "host-4");
    expect(children, 1, "host-4");
  }
  CHECK(getcwd(after, sizeof after) != NULL && strcmp(before, after) == 0);
  MPI_Info_free(&info);
  MPI_Comm_disconnect(&children);
  return end_test();
}
