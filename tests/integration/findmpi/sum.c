/* SPDX-License-Identifier: BSD-3-Clause
 * The C half, in a static library: a sum over the ranks. */
#include <mpi.h>

static int calls; /* one per rank, or the ranks would count each other's */

int sum_of_ranks(void) {
  int rank, sum;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  calls++;
  return calls == 1 ? sum : -1;
}
