/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Cart_map and MPI_Graph_map give every place of the topology to one process. */
#include "check.h"

int main(int argc, char** argv) {
  int dims[2], periods[2] = {0, 0}, mine, ranks[64], i, j, places;
  int index[2] = {1, 2}, edges[2] = {1, 0};
  start_test(&argc, &argv);
  dims[0] = world_size / 2;
  dims[1] = 2;
  places = dims[0] * 2;
  MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &mine);
  CHECK(mine == MPI_UNDEFINED || (mine >= 0 && mine < places));
  for (i = 0; i < world_size; i++) {
    ranks[i] = mine;
    if (i != world_rank) {
      MPI_Sendrecv(&mine, 1, MPI_INT, i, 0, &ranks[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    }
  }
  for (i = 0; i < places; i++) {
    int owners = 0;
    for (j = 0; j < world_size; j++) owners += ranks[j] == i;
    CHECK(owners == 1);
  }
  MPI_Graph_map(MPI_COMM_WORLD, 2, index, edges, &mine);
  CHECK(mine == MPI_UNDEFINED || mine == 0 || mine == 1);
  return end_test();
}
