/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_split sorts by key, then by rank; MPI_UNDEFINED gives no communicator. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm made;
  int rank, size, colour, members, i, position;
  start_test(&argc, &argv);
  /* Equal keys: the old order. */
  MPI_Comm_split(MPI_COMM_WORLD, world_rank % 3, 0, &made);
  MPI_Comm_rank(made, &rank);
  MPI_Comm_size(made, &size);
  CHECK(rank == world_rank / 3 && size == (world_size - world_rank % 3 + 2) / 3);
  MPI_Comm_free(&made);
  /* Falling keys, negative ones too: the order is reversed. */
  MPI_Comm_split(MPI_COMM_WORLD, 1, 2 - world_rank, &made);
  MPI_Comm_rank(made, &rank);
  CHECK(rank == world_size - 1 - world_rank);
  MPI_Comm_free(&made);
  /* Keys with ties: by key, then by rank. */
  MPI_Comm_split(MPI_COMM_WORLD, 5, world_rank % 2, &made);
  MPI_Comm_rank(made, &rank);
  position = world_rank / 2 + (world_rank % 2 == 1 ? (world_size + 1) / 2 : 0);
  CHECK(rank == position);
  MPI_Comm_free(&made);
  colour = world_rank % 2 == 0 ? MPI_UNDEFINED : 1 << 30;
  MPI_Comm_split(MPI_COMM_WORLD, colour, world_rank, &made);
  for (members = 0, i = 0; i < world_size; i++) members += i % 2;
  if (world_rank % 2 == 0) {
    CHECK(made == MPI_COMM_NULL);
  } else {
    MPI_Comm_size(made, &size);
    CHECK(size == members);
    MPI_Comm_free(&made);
  }
  return end_test();
}
