/* SPDX-License-Identifier: BSD-3-Clause */
/* The predefined attributes of windows, and their size and unit on each rank. */
#include "window.h"

static void* pointer_of(MPI_Win win, int key) {
  void* value = NULL;
  int flag = 0;
  MUST(MPI_Win_get_attr(win, key, &value, &flag));
  CHECK(flag, "key %d", key);
  return value;
}

static void check_window(MPI_Win win, void* base, MPI_Aint size, int unit, int flavor) {
  const int model = *(int*)pointer_of(win, MPI_WIN_MODEL);
  CHECK(pointer_of(win, MPI_WIN_BASE) == base);
  CHECK(*(MPI_Aint*)pointer_of(win, MPI_WIN_SIZE) == size);
  CHECK(*(int*)pointer_of(win, MPI_WIN_DISP_UNIT) == unit);
  CHECK(*(int*)pointer_of(win, MPI_WIN_CREATE_FLAVOR) == flavor);
  CHECK(model == MPI_WIN_UNIFIED || model == MPI_WIN_SEPARATE);
}

int main(int argc, char** argv) {
  MPI_Win win;
  int* memory;
  WINDOW int own[8];
  start_test(&argc, &argv);
  MUST(MPI_Win_create(own, sizeof(int) * (world_rank % 8 + 1), sizeof(int), MPI_INFO_NULL,
                      MPI_COMM_WORLD, &win));
  check_window(win, own, sizeof(int) * (world_rank % 8 + 1), sizeof(int), MPI_WIN_FLAVOR_CREATE);
  MUST(MPI_Win_free(&win));
  CHECK(win == MPI_WIN_NULL);
  MUST(MPI_Win_allocate(128, 1 + world_rank, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
  memory[0] = 1;
  check_window(win, memory, 128, 1 + world_rank, MPI_WIN_FLAVOR_ALLOCATE);
  MUST(MPI_Win_free(&win));
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  check_window(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
  MUST(MPI_Win_free(&win));
  MUST(MPI_Win_allocate_shared(40, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win));
  check_window(win, memory, 40, 8, MPI_WIN_FLAVOR_SHARED);
  MUST(MPI_Win_free(&win));
  return end_test();
}
