/* SPDX-License-Identifier: BSD-3-Clause */
/* Every rank exchanges with every other one, itself included; a missing neighbour is
   MPI_PROC_NULL. */
#include "check.h"

int main(int argc, char** argv) {
  int shift, got, up, down;
  MPI_Status status;
  start_test(&argc, &argv);
  for (shift = 0; shift < world_size; shift++) {
    const int to = (world_rank + shift) % world_size;
    const int from = (world_rank + world_size - shift) % world_size;
    const int mine = 100 * world_rank + to;
    got = -1;
    MPI_Sendrecv(&mine, 1, MPI_INT, to, shift, &got, 1, MPI_INT, from, shift, MPI_COMM_WORLD,
                 &status);
    CHECK(got == 100 * from + world_rank && status.MPI_SOURCE == from);
    got = mine;
    MPI_Sendrecv_replace(&got, 1, MPI_INT, to, shift, from, shift, MPI_COMM_WORLD, &status);
    CHECK(got == 100 * from + world_rank && status.MPI_SOURCE == from);
  }
  up = world_rank + 1 < world_size ? world_rank + 1 : MPI_PROC_NULL;
  down = world_rank > 0 ? world_rank - 1 : MPI_PROC_NULL;
  got = -1;
  MPI_Sendrecv(&world_rank, 1, MPI_INT, up, 0, &got, 1, MPI_INT, down, 0, MPI_COMM_WORLD, &status);
  CHECK(got == (down == MPI_PROC_NULL ? -1 : down));
  CHECK(status.MPI_SOURCE == down && status.MPI_TAG == (down < 0 ? MPI_ANY_TAG : 0));
  got = world_rank;
  MPI_Sendrecv_replace(&got, 1, MPI_INT, down, 0, up, 0, MPI_COMM_WORLD, &status);
  CHECK(got == (up == MPI_PROC_NULL ? world_rank : up));
  return end_test();
}
