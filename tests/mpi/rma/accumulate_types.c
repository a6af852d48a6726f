/* SPDX-License-Identifier: BSD-3-Clause */
/* Accumulates through derived types made of one basic type, and of pairs. */
#include "window.h"

struct pair {
  double value;
  int index;
};

int main(int argc, char** argv) {
  WINDOW double memory[8];
  double ones[4] = {1, 1, 1, 1};
  WINDOW struct pair best = {-1, -1};
  struct pair mine;
  MPI_Datatype every_second;
  MPI_Win win, pairs;
  int i;
  start_test(&argc, &argv);
  mine.value = world_rank % 3;
  mine.index = world_rank;
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &every_second);
  MPI_Type_commit(&every_second);
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(&best, sizeof best, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &pairs);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, pairs);
  for (i = 0; i < world_size; i++) {
    MUST(MPI_Accumulate(ones, 4, MPI_DOUBLE, i, 0, 1, every_second, MPI_SUM, win));
    MUST(MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, i, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, pairs));
  }
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, pairs);
  for (i = 0; i < 8; i++) CHECK(memory[i] == (i % 2 == 0 ? world_size : 0), "%d", i);
  CHECK(best.value == (world_size < 3 ? world_size - 1 : 2));
  CHECK(best.index == (world_size < 3 ? world_size - 1 : 2));
  MPI_Type_free(&every_second);
  MPI_Win_free(&win);
  MPI_Win_free(&pairs);
  return end_test();
}
