/* SPDX-License-Identifier: BSD-3-Clause */
/* The MPI-1 names of error handler calls. */
#include "check.h"

static int calls;
static void handler(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  (void)code;
  calls++;
}

int main(int argc, char** argv) {
  MPI_Errhandler made, got;
  int value = 0;
  start_test(&argc, &argv);
  MPI_Errhandler_create(handler, &made);
  MPI_Errhandler_set(MPI_COMM_WORLD, made);
  MPI_Errhandler_get(MPI_COMM_WORLD, &got);
  CHECK(got == made);
  MPI_Errhandler_free(&got);
  MPI_Errhandler_free(&made);
  MPI_Send(&value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD);
  CHECK(calls == 1);
  return end_test();
}
