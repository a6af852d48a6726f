/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives one after another without a barrier, on the world, on parts of it and on a duplicate,
   mixed with messages of the program: nothing is mistaken for something else. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm part, twin;
  MPI_Request request;
  int round, rank, size, next, before, mark, got, sum, all, part_sum;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank % 3, -world_rank, &part);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_rank(part, &rank);
  MPI_Comm_size(part, &size);
  for (round = 0; round < 20; round++) {
    const int root = round % world_size;
    mark = 1000 * round + world_rank;
    got = -1;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    all = world_rank == root ? mark : -1;
    MPI_Bcast(&all, 1, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(all == 1000 * round + root);
    MPI_Send(&mark, 1, MPI_INT, next, round, MPI_COMM_WORLD);
    MPI_Allreduce(&world_rank, &part_sum, 1, MPI_INT, MPI_SUM, part);
    CHECK(part_sum == size * (world_rank % 3) + 3 * size * (size - 1) / 2, "%d", part_sum);
    MPI_Scan(&round, &sum, 1, MPI_INT, MPI_SUM, twin);
    CHECK(sum == round * (world_rank + 1));
    all = rank == round % size ? world_rank : -1;
    MPI_Bcast(&all, 1, MPI_INT, round % size, part);
    CHECK(all == world_rank % 3 + 3 * (size - 1 - round % size), "%d", all);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1000 * round + before, "%d", got);
    MPI_Barrier(twin);
  }
  MPI_Comm_free(&twin);
  MPI_Comm_free(&part);
  return end_test();
}
