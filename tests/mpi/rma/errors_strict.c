/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors of the standard's list that other implementations leave to luck. */
#include "window.h"

int main(int argc, char** argv) {
  int memory[4] = {0}, value = 0, key;
  MPI_Request request;
  MPI_Win win, dynamic;
  start_test(&argc, &argv);
  return_errors();
  MUST(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic));
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_set_errhandler(dynamic, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, sizeof memory));
  MUST_FAIL(MPI_ERR_BASE, MPI_Win_detach(dynamic, memory));
  MUST(MPI_Win_attach(dynamic, memory, sizeof memory));
  MUST_FAIL(MPI_ERR_RMA_ATTACH, MPI_Win_attach(dynamic, memory + 1, sizeof(int)));
  MUST_FAIL(MPI_ERR_LOCKTYPE, MPI_Win_lock(-77, 0, 0, win));
  MUST_FAIL(MPI_ERR_ASSERT, MPI_Win_fence(1, win));
  MUST(MPI_Win_fence(0, win));
  MUST_FAIL(MPI_ERR_RMA_RANGE, MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_DISP, MPI_Put(&value, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Compare_and_swap(&value, &value, &value, MPI_DOUBLE, 0, 0, win));
  /* Requests belong to passive targets. */
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
  MUST(MPI_Win_set_info(win, MPI_INFO_NULL));
  MUST(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MUST_FAIL(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, key, &value));
  MUST_FAIL(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, MPI_WIN_BASE, &value));
  MUST_FAIL(MPI_ERR_KEYVAL, MPI_Win_delete_attr(win, MPI_WIN_SIZE));
  MPI_Comm_free_keyval(&key);
  MUST(MPI_Win_free(&win));
  MUST(MPI_Win_free(&dynamic));
  MUST_FAIL(MPI_ERR_WIN, MPI_Win_fence(0, win));
  return end_test();
}
