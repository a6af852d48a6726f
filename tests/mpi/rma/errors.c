/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that do not fit the open epochs, and arguments that are wrong, are refused. */
#include "window.h"

int main(int argc, char** argv) {
  WINDOW int memory[4];
  int value = 0;
  MPI_Win win = MPI_WIN_NULL;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
  MUST_FAIL(MPI_ERR_SIZE, MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MUST_FAIL(MPI_ERR_DISP,
            MPI_Win_create(memory, sizeof memory, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MUST_FAIL(MPI_ERR_COMM,
            MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win));
  MUST(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  /* No epoch is open. */
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_flush(0, win));
  MUST(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
  MUST_FAIL(MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
  MUST_FAIL(MPI_ERR_RANK, MPI_Get(&value, 1, MPI_INT, world_size, 0, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Get(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Get(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
  MUST_FAIL(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win));
  MUST(MPI_Win_unlock(0, win));
  MUST_FAIL(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, world_size, 0, win));
  MUST(MPI_Win_free(&win));
  return end_test();
}
