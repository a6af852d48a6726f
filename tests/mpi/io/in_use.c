/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_MODE_UNIQUE_OPEN: a file that is open already is refused. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file, again;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN);
  MUST_FAIL(MPI_ERR_FILE_IN_USE,
            MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &again));
  MUST(MPI_File_close(&file));
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &again));
  MUST(MPI_File_close(&again));
  MUST(MPI_File_close(&file));
  return end_test();
}
