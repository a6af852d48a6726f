/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of files: freed before they end, tested, and files that are never closed. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file, left;
  MPI_Request request;
  MPI_Offset size;
  int value = 3, flag = 0;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_iwrite_at(file, 4 * world_rank, &value, 1, MPI_INT, &request));
  while (!flag) MUST(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
  MUST(MPI_File_iwrite_at(file, 4 * world_rank, &value, 1, MPI_INT, &request));
  MUST(MPI_Request_free(&request));
  settle(file);
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 4 * world_size);
  MUST(MPI_File_close(&file));
  left = open_new("left", MPI_MODE_RDWR);
  CHECK(left != MPI_FILE_NULL);
  MUST(MPI_File_write_at(left, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  return end_test();
}
