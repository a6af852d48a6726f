/* SPDX-License-Identifier: BSD-3-Clause */
/* Merged again, the side with high = 0 comes first; with equal flags, one side as a whole. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, merged;
  int rank, size, result, low_rank, position;
  start_test(&argc, &argv);
  inter = make_halves();
  MPI_Intercomm_merge(inter, is_high, &merged);
  MPI_Comm_compare(merged, MPI_COMM_WORLD, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_free(&merged);
  MPI_Intercomm_merge(inter, !is_high, &merged);
  MPI_Comm_rank(merged, &rank);
  MPI_Comm_size(merged, &size);
  CHECK(size == world_size);
  position = is_high ? world_rank - half_size : world_size - half_size + world_rank;
  CHECK(rank == position);
  MPI_Comm_free(&merged);
  MPI_Intercomm_merge(inter, 0, &merged);
  MPI_Comm_rank(merged, &rank);
  MPI_Comm_rank(inter, &low_rank);
  CHECK(rank == low_rank || rank == low_rank + (is_high ? half_size : world_size - half_size));
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &position, 1, MPI_INT,
               (rank + size - 1) % size, 0, merged, MPI_STATUS_IGNORE);
  CHECK(position == (rank + size - 1) % size);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
