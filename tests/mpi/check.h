/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs of tests/mpi share: a check that ends the run, and the last line. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the run when the condition does not hold; the text after it is a printf format. */
#define CHECK(condition, ...)                                                         \
  do {                                                                                \
    if (!(condition)) check_failed(__FILE__, __LINE__, #condition, ": " __VA_ARGS__); \
  } while (0)

/* An MPI call that must succeed, and one that must fail with a class of errors. */
#define MUST(call) check_error(__FILE__, __LINE__, #call, call, MPI_SUCCESS)
#define MUST_FAIL(error_class, call) check_error(__FILE__, __LINE__, #call, call, error_class)

static int world_rank, world_size;

__attribute__((unused, format(printf, 4, 5))) static void check_failed(const char* file, int line,
                                                                       const char* what,
                                                                       const char* format, ...) {
  __builtin_va_list list;
  const char* name = strrchr(file, '/');
  __builtin_va_start(list, format);
  printf("%s:%d: rank %d: not true: %s", name == NULL ? file : name + 1, line, world_rank, what);
  vprintf(format, list);
  printf("\n");
  fflush(stdout);
  __builtin_va_end(list);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

__attribute__((unused)) static void check_error(const char* file, int line, const char* what,
                                                int code, int expected) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  if (error_class == expected) return;
  check_failed(file, line, what, ": error class %d, not %d", error_class, expected);
}

__attribute__((unused)) static void start_test(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
}

/* Errors of both predefined communicators are returned from now on. */
__attribute__((unused)) static void return_errors(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

__attribute__((unused)) static int end_test(void) {
  MPI_Finalize();
  if (world_rank == 0) printf("OK\n");
  return 0;
}
