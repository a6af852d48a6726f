/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of windows: set, get, replace and delete; the rest goes when the window is freed. */
#include "check.h"

static int deleted_count, last_deleted, extra = 5;
static MPI_Win the_window;

static int on_delete(MPI_Win win, int key, void* value, void* state) {
  (void)key;
  CHECK(win == the_window && state == &extra);
  deleted_count++;
  last_deleted = *(int*)value;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int key, silent_key, flag, values[3] = {1, 2, 3}, *got, memory[4];
  start_test(&argc, &argv);
  MUST(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, &extra));
  MUST(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &silent_key, NULL));
  CHECK(key != silent_key && key != MPI_KEYVAL_INVALID);
  MUST(MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &the_window));
  MUST(MPI_Win_get_attr(the_window, key, &got, &flag));
  CHECK(!flag);
  MUST(MPI_Win_set_attr(the_window, key, &values[0]));
  MUST(MPI_Win_set_attr(the_window, silent_key, &values[2]));
  MUST(MPI_Win_get_attr(the_window, key, &got, &flag));
  CHECK(flag && got == &values[0]);
  MUST(MPI_Win_set_attr(the_window, key, &values[1]));
  CHECK(deleted_count == 1 && last_deleted == 1);
  MUST(MPI_Win_delete_attr(the_window, key));
  CHECK(deleted_count == 2 && last_deleted == 2);
  MUST(MPI_Win_get_attr(the_window, key, &got, &flag));
  CHECK(!flag);
  MUST(MPI_Win_set_attr(the_window, key, &values[2]));
  MUST(MPI_Win_free_keyval(&key));
  MUST(MPI_Win_free_keyval(&silent_key));
  CHECK(key == MPI_KEYVAL_INVALID && silent_key == MPI_KEYVAL_INVALID);
  CHECK(deleted_count == 2);
  MUST(MPI_Win_free(&the_window));
  CHECK(deleted_count == 3 && last_deleted == 3);
  return end_test();
}
