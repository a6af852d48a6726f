/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations on MPI_PROC_NULL do nothing; the group of a window is that of its communicator. */
#include "window.h"

int main(int argc, char** argv) {
  WINDOW int memory = 3;
  int value = 5, result;
  MPI_Group group, world;
  MPI_Win win;
  start_test(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MUST(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
  MUST(MPI_Get(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
  MUST(MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win));
  MUST(MPI_Fetch_and_op(&value, &value, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win));
  MPI_Win_fence(0, win);
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win));
  MUST(MPI_Win_unlock(MPI_PROC_NULL, win));
  CHECK(memory == 3 && value == 5);
  MUST(MPI_Win_get_group(win, &group));
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_test();
}
