/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the programs that survive failures share. Rank 1 ends with its host at 1 s, which the others
 * know at 1.5 s (tests/failures/survivors/run). A program runs the case that its argument names.
 */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { lost = 1, large_count = 4 << 20 };

static int rank, size;
__attribute__((unused)) static char large[large_count];

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      printf("rank %d, line %d: not " #condition "\n", rank, __LINE__); \
      fflush(stdout);                                                   \
      MPI_Abort(MPI_COMM_WORLD, 9);                                     \
    }                                                                   \
  } while (0)

static inline int class_of(int code) {
  int result;
  MPI_Error_class(code, &result);
  return result;
}

static inline int is_near(double a, double b) {
  return a - b < 0.01 && b - a < 0.01;
}

/* The lost rank ends here. */
static inline void lose(void) {
  for (;;) sleep(1000);
}

struct Case {
  const char* name;
  void (*run)(void);
};

static inline int run_case(int argc, char** argv, const struct Case* cases, size_t count) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (size_t i = 0; i < count; i++) {
    if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0) {
      cases[i].run();
      if (rank == 0) printf("%s: as expected\n", argv[1]);
      MPI_Finalize();
      return 0;
    }
  }
  return 2;
}
