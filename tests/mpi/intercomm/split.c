/* SPDX-License-Identifier: BSD-3-Clause */
/* Splitting an intercommunicator: a colour that one side lacks gives MPI_COMM_NULL. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, part;
  int rank, size, remote, flag, colour;
  start_test(&argc, &argv);
  inter = make_halves();
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_split(inter, rank % 2, -rank, &part);
  if (world_size >= 4) {
    CHECK(part != MPI_COMM_NULL);
    MPI_Comm_test_inter(part, &flag);
    CHECK(flag);
    MPI_Comm_size(part, &size);
    MPI_Comm_remote_size(part, &remote);
    if (rank % 2 == 0) {
      const int low = (half_size + 1) / 2, high = (world_size - half_size + 1) / 2;
      CHECK(size == (is_high ? high : low) && remote == (is_high ? low : high));
    }
    /* The keys reverse the order. */
    MPI_Comm_rank(part, &flag);
    CHECK(flag == size - 1 - rank / 2);
    MPI_Comm_free(&part);
  } else if (part != MPI_COMM_NULL) {
    MPI_Comm_free(&part);
  }
  /* Colour 7 on the low side only, colour 9 on both. */
  colour = is_high ? 9 : rank == 0 ? 9 : 7;
  MPI_Comm_split(inter, colour, 0, &part);
  if (colour == 7) {
    CHECK(part == MPI_COMM_NULL);
  } else {
    MPI_Comm_size(part, &size);
    MPI_Comm_remote_size(part, &remote);
    CHECK(is_high ? remote == 1 : size == 1 && remote == world_size - half_size);
    MPI_Comm_free(&part);
  }
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
