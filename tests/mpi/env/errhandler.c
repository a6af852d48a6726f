/* SPDX-License-Identifier: BSD-3-Clause */
/* A handler of the program is called with its communicator and code, once for each error. */
#include "check.h"

static int calls, last_class;
static MPI_Comm last_comm = MPI_COMM_NULL;

static void handler(MPI_Comm* comm, int* code, ...) {
  calls++;
  last_comm = *comm;
  MPI_Error_class(*code, &last_class);
}

/* The code that a handler leaves is what the call returns. */
static void forgive(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  *code = MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Errhandler made, got;
  MPI_Comm twin, child;
  int value = 0;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_create_errhandler(handler, &made);
  MPI_Comm_set_errhandler(twin, made);
  MPI_Errhandler_free(&made);
  CHECK(made == MPI_ERRHANDLER_NULL);
  CHECK(MPI_Send(&value, 1, MPI_INT, world_size, 0, twin) != MPI_SUCCESS);
  CHECK(calls == 1 && last_class == MPI_ERR_RANK && last_comm == twin);
  CHECK(MPI_Send(&value, -1, MPI_INT, 0, 0, twin) != MPI_SUCCESS);
  CHECK(calls == 2 && last_class == MPI_ERR_COUNT);
  /* New communicators inherit it. */
  MPI_Comm_dup(twin, &child);
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, child));
  CHECK(calls == 3 && last_comm == child);
  MPI_Comm_free(&child);
  MPI_Comm_split(twin, 0, 0, &child);
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, child));
  CHECK(calls == 4 && last_comm == child);
  CHECK(MPI_Comm_call_errhandler(child, MPI_ERR_OTHER) == MPI_SUCCESS);
  CHECK(calls == 5 && last_class == MPI_ERR_OTHER);
  MPI_Comm_get_errhandler(twin, &got);
  MPI_Comm_set_errhandler(child, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, child));
  CHECK(calls == 5);
  MPI_Comm_set_errhandler(child, got);
  MPI_Errhandler_free(&got);
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, child));
  CHECK(calls == 6);
  MPI_Comm_create_errhandler(forgive, &made);
  MPI_Comm_set_errhandler(child, made);
  MPI_Errhandler_free(&made);
  MUST(MPI_Send(&value, 1, MPI_INT, 0, -5, child));
  CHECK(calls == 6);
  MPI_Comm_free(&child);
  MPI_Comm_free(&twin);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
  CHECK(got == MPI_ERRORS_ARE_FATAL);
  return end_test();
}
