/* SPDX-License-Identifier: BSD-3-Clause */
/* What a file refuses while a split collective access goes on. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  int out, in = 0;
  start_test(&argc, &argv);
  out = world_rank;
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_write_at_all_begin(file, 4 * world_rank, &out, 1, MPI_INT));
  MUST_FAIL(MPI_ERR_IO, MPI_File_write_all_end(file, &out, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_IO, MPI_File_read_at_all(file, 0, &in, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_IO, MPI_File_set_size(file, 100));
  MUST_FAIL(MPI_ERR_IO, MPI_File_sync(file));
  MUST_FAIL(MPI_ERR_IO, MPI_File_close(&file));
  MUST(MPI_File_write_at_all_end(file, &out, MPI_STATUS_IGNORE));
  MUST(MPI_File_close(&file));
  return end_test();
}
