/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs of this folder check with: a wrong value ends the run with status 1. */
#pragma once

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check_that(int condition, const char* text, int line) {
  if (condition) return;
  fprintf(stderr, "line %d: not true: %s\n", line, text);
  exit(1);
}
#define CHECK(condition) check_that((condition), #condition, __LINE__)

/* Within 1e-9 relative. */
__attribute__((unused)) static void check_near(double found, double expected, const char* text,
                                               int line) {
  if (fabs(found - expected) <= 1e-9 * fabs(expected)) return;
  fprintf(stderr, "line %d: %s is %.15g, expected %.15g\n", line, text, found, expected);
  exit(1);
}
#define CHECK_NEAR(found, expected) check_near((found), (expected), #found, __LINE__)

/* Simulated seconds that `statement` takes. The clock costs nothing in these runs. */
#define TIMED(result, statement)      \
  do {                                \
    const double start = MPI_Wtime(); \
    statement;                        \
    (result) = MPI_Wtime() - start;   \
  } while (0)
