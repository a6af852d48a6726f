/* SPDX-License-Identifier: BSD-3-Clause */
/* Size, preallocation and atomicity. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Offset size;
  int value = 5, flag = -1, error_class;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_set_size(file, 1000));
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_set_size(file, 10));
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 10);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_preallocate(file, 5000));
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 5000, "%lld", (long long)size);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_preallocate(file, 50)); /* never shrinks */
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 5000, "%lld", (long long)size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_size > 1) {
    MPI_Error_class(MPI_File_set_size(file, 100 + world_rank), &error_class);
    CHECK(error_class == MPI_ERR_NOT_SAME || error_class == MPI_ERR_ARG, "%d", error_class);
  }
  MUST_FAIL(MPI_ERR_ARG, MPI_File_set_size(file, -1));
  MUST(MPI_File_set_size(file, 12));

  MUST(MPI_File_get_atomicity(file, &flag));
  CHECK(flag == 0);
  MUST(MPI_File_set_atomicity(file, 1));
  MUST(MPI_File_get_atomicity(file, &flag));
  CHECK(flag != 0);
  /* What one rank has written others see at once. */
  if (world_rank == 0) MUST(MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MPI_Barrier(MPI_COMM_WORLD);
  value = 0;
  MUST(MPI_File_read_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(value == 5);
  MUST(MPI_File_set_atomicity(file, 0));
  MUST(MPI_File_sync(file));
  MUST(MPI_File_close(&file));

  return end_test();
}
