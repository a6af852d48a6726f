/* SPDX-License-Identifier: BSD-3-Clause
 * A shared library with state, built twice under two names (A and B), each with its own copy of
 * the static library of counter.c. With CALLS_MPI it asks for the rank itself. */
#ifdef CALLS_MPI
#include <mpi.h>
#endif
int count(int by);
static int own_state = 100;
static __thread int thread_state = 7;

int NAME(int by) {
#ifdef CALLS_MPI
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != by) return -1000;
#endif
  own_state += by;
  thread_state += by;
  return own_state + thread_state + count(by);
}
