/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_create_group, twice with the same first rank and tag: the last rank comes to the second
 * group before the others are all at the first. */
#include "check.h"

static MPI_Comm make(int count, const int* ranks) {
  MPI_Group all, some;
  MPI_Comm made;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, count, ranks, &some);
  MPI_Comm_create_group(MPI_COMM_WORLD, some, 3, &made);
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  return made;
}

int main(int argc, char** argv) {
  int first[64], rank, size, sum, i;
  start_test(&argc, &argv);
  const int last = world_size - 1, second[2] = {0, last};
  for (i = 0; i < last; i++) first[i] = i;
  if (world_rank != last) {
    MPI_Comm comm = make(last, first);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    CHECK(rank == world_rank && size == last, "rank %d of %d", rank, size);
    MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == last * (last - 1) / 2, "sum %d", sum);
    MPI_Comm_free(&comm);
  }
  if (world_rank == 0 || world_rank == last) {
    MPI_Comm comm = make(2, second);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(size == 2 && sum == last, "size %d, sum %d", size, sum);
    MPI_Comm_free(&comm);
  }
  return end_test();
}
