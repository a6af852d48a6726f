/* SPDX-License-Identifier: BSD-3-Clause */
/* What file pointers refuse: different seeks on different ranks, offsets beyond 64 bits, a position
   in a file that is a stream. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Offset position;
  int value = 0;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  if (world_size > 1) {
    MUST_FAIL(MPI_ERR_NOT_SAME, MPI_File_seek_shared(file, world_rank, MPI_SEEK_SET));
    MUST_FAIL(MPI_ERR_NOT_SAME, MPI_File_set_size(file, world_rank));
    MUST_FAIL(MPI_ERR_NOT_SAME,
              MPI_File_set_view(file, 0, MPI_INT, MPI_INT,
                                world_rank == 0 ? "native" : "external32", MPI_INFO_NULL));
  }
  MUST_FAIL(MPI_ERR_ARG, MPI_File_seek_shared(file, -1, MPI_SEEK_SET));
  MUST(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  MUST_FAIL(MPI_ERR_ARG,
            MPI_File_read_at(file, (MPI_Offset)1 << 62, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  /* A rank with wrong arguments does not keep the others waiting. */
  if (world_rank == 0) {
    MUST_FAIL(MPI_ERR_COUNT,
              MPI_File_write_at_all(file, 0, &value, -1, MPI_INT, MPI_STATUS_IGNORE));
  } else {
    MUST(MPI_File_write_at_all(file, world_rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  }
  /* Some read and some write. */
  if (world_size > 1) {
    if (world_rank == 0) {
      MUST_FAIL(MPI_ERR_NOT_SAME,
                MPI_File_write_at_all(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    } else {
      MUST_FAIL(MPI_ERR_NOT_SAME,
                MPI_File_read_at_all(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    }
  }
  MUST(MPI_File_close(&file));
  file = open_new("stream", MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  MUST_FAIL(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_get_position(file, &position));
  MUST_FAIL(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_close(&file));
  return end_test();
}
