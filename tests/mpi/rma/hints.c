/* SPDX-License-Identifier: BSD-3-Clause */
/* Hints of windows: what was understood can be asked for, as a copy; the standard's have defaults,
   and what nobody knows is not shown. */
#include "window.h"

static int has(MPI_Win win, const char* key, const char* expected) {
  char value[MPI_MAX_INFO_VAL];
  int flag = 0;
  MPI_Info info;
  MUST(MPI_Win_get_info(win, &info));
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL - 1, value, &flag);
  MPI_Info_set(info, key, "changed in the copy only");
  MPI_Info_free(&info);
  return flag && strcmp(value, expected) == 0;
}

int main(int argc, char** argv) {
  MPI_Info info;
  MPI_Win win;
  int memory[2];
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "a_hint_of_nobody", "yes");
  MUST(MPI_Win_create(memory, sizeof memory, 1, info, MPI_COMM_WORLD, &win));
  MPI_Info_set(info, "no_locks", "false");
  CHECK(has(win, "no_locks", "true"));
  CHECK(has(win, "same_size", "true"));
  CHECK(has(win, "same_size", "true"));
  MUST(MPI_Win_set_info(win, info));
  CHECK(has(win, "no_locks", "false"));
  CHECK(has(win, "same_disp_unit", "false"));
  CHECK(has(win, "accumulate_ordering", "rar,raw,war,waw"));
  CHECK(has(win, "accumulate_ops", "same_op_no_op"));
  CHECK(!has(win, "a_hint_of_nobody", "yes"));
  MPI_Info_free(&info);
  MUST(MPI_Win_free(&win));
  return end_test();
}
