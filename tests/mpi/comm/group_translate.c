/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that are not in the other group translate to MPI_UNDEFINED, MPI_PROC_NULL to itself. */
#include "check.h"

int main(int argc, char** argv) {
  int ranks[3] = {0, MPI_PROC_NULL, 0}, translated[3] = {7, 7, 7}, last;
  MPI_Group world, rest, first;
  start_test(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_excl(world, 1, &ranks[0], &rest);
  MPI_Group_incl(world, 1, &ranks[0], &first);
  ranks[2] = last = world_size - 1;
  MPI_Group_translate_ranks(world, 3, ranks, rest, translated);
  CHECK(translated[0] == MPI_UNDEFINED && translated[1] == MPI_PROC_NULL);
  CHECK(translated[2] == (last == 0 ? MPI_UNDEFINED : last - 1));
  MPI_Group_translate_ranks(world, 3, ranks, first, translated);
  CHECK(translated[0] == 0 && translated[2] == (last == 0 ? 0 : MPI_UNDEFINED));
  MPI_Group_free(&first);
  if (rest != MPI_GROUP_EMPTY) MPI_Group_free(&rest);
  MPI_Group_free(&world);
  return end_test();
}
