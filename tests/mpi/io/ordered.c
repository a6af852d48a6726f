/* SPDX-License-Identifier: BSD-3-Clause */
/* Ordered accesses: the shared pointer serves the ranks in their order, with data of different
   lengths; blocking and split. */
#include "file.h"

/* Rank r has r + 1 elements, after those of the lower ranks. */
static int first_of(int rank) {
  return rank * (rank + 1) / 2;
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Offset position;
  int i, t, values[64], all;
  start_test(&argc, &argv);
  all = first_of(world_size);
  const int own = world_rank + 1;
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (t = 0; t < 3; t++) {
    for (i = 0; i < own; i++) values[i] = 1000 * t + first_of(world_rank) + i;
    if (t < 2) {
      MUST(MPI_File_write_ordered(file, values, own, MPI_INT, &status));
    } else {
      MUST(MPI_File_write_ordered_begin(file, values, own, MPI_INT));
      MUST(MPI_File_write_ordered_end(file, values, &status));
    }
    CHECK(count_of(&status, MPI_INT) == own);
  }
  settle(file);
  for (t = 0; t < 3; t++) {
    for (i = 0; i < all; i++) {
      look_at("data", 8 + 4L * (t * all + i), values, 4);
      CHECK(values[0] == 1000 * t + i, "time %d, number %d: %d", t, i, values[0]);
    }
  }
  MUST(MPI_File_get_position_shared(file, &position));
  CHECK(position == 3 * all);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_seek_shared(file, all, MPI_SEEK_SET));
  for (t = 1; t < 3; t++) {
    if (t == 1) {
      MUST(MPI_File_read_ordered(file, values, own, MPI_INT, &status));
    } else {
      MUST(MPI_File_read_ordered_begin(file, values, own, MPI_INT));
      MUST(MPI_File_read_ordered_end(file, values, &status));
    }
    CHECK(count_of(&status, MPI_INT) == own);
    for (i = 0; i < own; i++) CHECK(values[i] == 1000 * t + first_of(world_rank) + i);
  }
  MUST(MPI_File_close(&file));
  return end_test();
}
