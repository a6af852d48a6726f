/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators of the same and of other groups compare as the standard says. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm reversed, part, twin;
  int result;
  start_test(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &reversed);
  MPI_Comm_compare(MPI_COMM_WORLD, reversed, &result);
  CHECK(result == (world_size == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
  MPI_Comm_dup(reversed, &twin);
  MPI_Comm_compare(reversed, twin, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_split(MPI_COMM_WORLD, world_rank, 0, &part);
  MPI_Comm_compare(part, MPI_COMM_SELF, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(part, MPI_COMM_WORLD, &result);
  CHECK(result == (world_size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL));
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_free(&part);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&reversed);
  return end_test();
}
