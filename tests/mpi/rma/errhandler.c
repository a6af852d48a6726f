/* SPDX-License-Identifier: BSD-3-Clause */
/* Error handlers of windows: made, set, shown, called with the window and the code. */
#include "window.h"

static int call_count, last_class;
static MPI_Win the_window;

static void on_error(MPI_Win* win, int* code, ...) {
  CHECK(*win == the_window);
  call_count++;
  MPI_Error_class(*code, &last_class);
}

int main(int argc, char** argv) {
  WINDOW int memory[4];
  int code;
  MPI_Errhandler handler, shown;
  start_test(&argc, &argv);
  MUST(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                      &the_window));
  MUST(MPI_Win_get_errhandler(the_window, &shown));
  CHECK(shown == MPI_ERRORS_ARE_FATAL);
  MUST(MPI_Win_create_errhandler(on_error, &handler));
  MUST(MPI_Win_set_errhandler(the_window, handler));
  MUST(MPI_Win_get_errhandler(the_window, &shown));
  CHECK(shown == handler);
  MPI_Errhandler_free(&shown);
  MPI_Errhandler_free(&handler);
  CHECK(handler == MPI_ERRHANDLER_NULL);
  MUST(MPI_Win_call_errhandler(the_window, MPI_ERR_OTHER));
  CHECK(call_count == 1 && last_class == MPI_ERR_OTHER);
  MUST(MPI_Win_fence(0, the_window));
  code = MPI_Put(memory, 1, MPI_INT, world_size + 3, 0, 1, MPI_INT, the_window);
  MUST_FAIL(MPI_ERR_RANK, code);
  CHECK(call_count == 2 && last_class == MPI_ERR_RANK);
  MUST(MPI_Win_set_errhandler(the_window, MPI_ERRORS_RETURN));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Put(memory, -1, MPI_INT, 0, 0, 1, MPI_INT, the_window));
  CHECK(call_count == 2);
  MUST(MPI_Win_fence(0, the_window));
  MUST(MPI_Win_free(&the_window));
  return end_test();
}
