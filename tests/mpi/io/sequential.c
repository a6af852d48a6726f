/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of MPI_MODE_SEQUENTIAL: only the shared file pointer, MPI_DISPLACEMENT_CURRENT. */
#include <unistd.h>

#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  int value, sum = 0, total;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  value = world_rank;
  MUST(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  /* The displacement is where the last rank leaves the pointer. */
  if (world_rank == 0) usleep(5000);
  MUST(MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST(
      MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  value = 100 + world_rank;
  MUST(MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_UNSUPPORTED_OPERATION,
            MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_UNSUPPORTED_OPERATION,
            MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_close(&file));
  MPI_Barrier(MPI_COMM_WORLD);

  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                     &file));
  MUST(MPI_File_read_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(value == world_rank, "%d", value);
  MUST(MPI_File_read_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(value < 100, "%d", value);
  MUST(MPI_File_read_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  sum = value;
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == 100 * world_size + world_size * (world_size - 1) / 2, "%d", total);
  MUST(MPI_File_close(&file));
  return end_test();
}
