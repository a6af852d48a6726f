/* SPDX-License-Identifier: BSD-3-Clause */
/* Appending, and what the mode of a file does not allow. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Offset position;
  int value = 5;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_size(file, 12));
  MUST(MPI_File_close(&file));

  /* Pointers of an appended file start at its end. */
  MUST(
      MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDWR | MPI_MODE_APPEND, MPI_INFO_NULL, &file));
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == 12, "%lld", (long long)position);
  MUST(MPI_File_get_position_shared(file, &position));
  CHECK(position == 12, "%lld", (long long)position);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_write_ordered(file, &world_rank, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_close(&file));
  MPI_Barrier(MPI_COMM_WORLD);
  look_at("data", 12 + 4L * world_rank, &value, 4);
  CHECK(value == world_rank);
  MPI_Barrier(MPI_COMM_WORLD);

  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  MUST_FAIL(MPI_ERR_READ_ONLY, MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_READ_ONLY, MPI_File_set_size(file, 0));
  MUST(MPI_File_close(&file));
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
  MUST_FAIL(MPI_ERR_ACCESS, MPI_File_read_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_close(&file));
  return end_test();
}
