/* SPDX-License-Identifier: BSD-3-Clause */
/* Parents and children in one communicator, parents first. */
#include "check.h"

#define CHILDREN 2

int main(int argc, char** argv) {
  int rank, size, received = -1, parents, is_parent;
  MPI_Comm other, all;
  start_test(&argc, &argv);
  MPI_Comm_get_parent(&other);
  is_parent = other == MPI_COMM_NULL;
  if (is_parent) {
    MUST(MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, world_size - 1,
                        MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE));
  }
  MUST(MPI_Intercomm_merge(other, !is_parent, &all));
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  MPI_Comm_remote_size(other, &parents);
  if (is_parent) parents = world_size;
  CHECK(size == parents + CHILDREN);
  CHECK(rank == (is_parent ? world_rank : parents + world_rank));
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT,
               (rank + size - 1) % size, 0, all, MPI_STATUS_IGNORE);
  CHECK(received == (rank + size - 1) % size);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&other);
  if (is_parent) return end_test();
  MPI_Finalize();
  return 0;
}
