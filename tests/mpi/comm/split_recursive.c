/* SPDX-License-Identifier: BSD-3-Clause */
/* Split again and again down to single processes, with messages on each level. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm current, next;
  int rank, size, expected_size;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &current);
  expected_size = world_size;
  while (expected_size > 1) {
    int half, sum = 0, i, value;
    MPI_Comm_rank(current, &rank);
    MPI_Comm_size(current, &size);
    CHECK(size == expected_size);
    if (rank == 0) {
      sum = world_rank;
      for (i = 1; i < size; i++) {
        MPI_Recv(&value, 1, MPI_INT, i, 0, current, MPI_STATUS_IGNORE);
        sum += value;
      }
      CHECK(sum == size * world_rank + size * (size - 1) / 2);
    } else {
      MPI_Send(&world_rank, 1, MPI_INT, 0, 0, current);
    }
    half = (size + 1) / 2;
    MPI_Comm_split(current, rank < half ? 0 : 1, rank, &next);
    MPI_Comm_free(&current);
    current = next;
    expected_size = rank < half ? half : size - half;
  }
  MPI_Comm_size(current, &size);
  CHECK(size == 1);
  MPI_Comm_free(&current);
  return end_test();
}
