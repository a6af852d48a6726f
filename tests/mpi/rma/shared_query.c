/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Win_shared_query takes windows of all flavours; a size of 0 says that memory is not shared.
 */
#include "window.h"

static void check_private(MPI_Win win, int rank) {
  int unit = -1;
  MPI_Aint size = -1;
  void* base = &unit;
  MUST(MPI_Win_shared_query(win, rank, &size, &unit, &base));
  CHECK(size == 0, "%ld", (long)size);
}

int main(int argc, char** argv) {
  int memory[4];
  void* base;
  MPI_Win win;
  start_test(&argc, &argv);
  MUST(MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  check_private(win, 0);
  check_private(win, MPI_PROC_NULL);
  MUST(MPI_Win_free(&win));
  MUST(MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  check_private(win, world_size - 1);
  MUST(MPI_Win_free(&win));
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  check_private(win, 0);
  MUST(MPI_Win_free(&win));
  return end_test();
}
