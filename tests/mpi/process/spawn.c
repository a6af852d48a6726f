/* SPDX-License-Identifier: BSD-3-Clause */
/* Children know their parents, get their arguments, and both sides talk and end together. */
#include "check.h"

#define CHILDREN 3

static int child(MPI_Comm parent, int argc, char** argv) {
  int size, remote, value = -1, sum;
  CHECK(argc == 3 && strcmp(argv[1], "first") == 0 && strcmp(argv[2], "second argument") == 0);
  MPI_Comm_size(parent, &size);
  MPI_Comm_remote_size(parent, &remote);
  CHECK(size == CHILDREN && world_size == CHILDREN);
  MPI_Bcast(&value, 1, MPI_INT, 0, parent);
  CHECK(value == 1234);
  MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, parent);
  CHECK(sum == 1000 * remote);
  MPI_Send(&world_rank, 1, MPI_INT, 0, 5, parent);
  MUST(MPI_Comm_disconnect(&parent));
  MPI_Finalize();
  return 0;
}

int main(int argc, char** argv) {
  char* arguments[] = {"first", "second argument", NULL};
  int codes[CHILDREN] = {-1, -1, -1}, value = 1234, sum, number = 1000, i, size, flag;
  MPI_Comm parent, children;
  start_test(&argc, &argv);
  MUST(MPI_Comm_get_parent(&parent));
  if (parent != MPI_COMM_NULL) return child(parent, argc, argv);
  MUST(MPI_Comm_spawn(argv[0], arguments, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                      codes));
  for (i = 0; i < CHILDREN; i++) CHECK(codes[i] == MPI_SUCCESS, "%d", i);
  MPI_Comm_test_inter(children, &flag);
  MPI_Comm_remote_size(children, &size);
  CHECK(flag && size == CHILDREN);
  MPI_Bcast(&value, 1, MPI_INT, world_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
  MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, children);
  CHECK(sum == CHILDREN * (CHILDREN - 1) / 2);
  for (i = 0; i < CHILDREN && world_rank == 0; i++) {
    MPI_Recv(&value, 1, MPI_INT, i, 5, children, MPI_STATUS_IGNORE);
    CHECK(value == i);
  }
  MUST(MPI_Comm_disconnect(&children));
  return end_test();
}
