/* SPDX-License-Identifier: BSD-3-Clause */
/* Access modes and their errors (MPI 14.2.1); deleting; errors of files are returned by default. */
#include <sys/stat.h>

#include "file.h"

static int error_of_open(const char* name, int mode) {
  MPI_File file = MPI_FILE_NULL;
  int error_class;
  const int code = MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file);
  if (code == MPI_SUCCESS) MUST(MPI_File_close(&file));
  MPI_Error_class(code, &error_class);
  return error_class;
}

int main(int argc, char** argv) {
  MPI_File file;
  int error_class, mode;
  start_test(&argc, &argv);

  CHECK(error_of_open("none", MPI_MODE_RDONLY) == MPI_ERR_NO_SUCH_FILE);
  CHECK(error_of_open("none", 0) == MPI_ERR_AMODE);
  CHECK(error_of_open("none", MPI_MODE_RDONLY | MPI_MODE_RDWR) == MPI_ERR_AMODE);
  CHECK(error_of_open("none", MPI_MODE_RDONLY | MPI_MODE_CREATE) == MPI_ERR_AMODE);
  CHECK(error_of_open("none", MPI_MODE_RDONLY | MPI_MODE_EXCL) == MPI_ERR_AMODE);
  CHECK(error_of_open("none", MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL) == MPI_ERR_AMODE);
  CHECK(error_of_open("no/where", MPI_MODE_CREATE | MPI_MODE_WRONLY) == MPI_ERR_NO_SUCH_FILE);

  mode = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN;
  MUST(MPI_File_open(MPI_COMM_WORLD, "made", mode, MPI_INFO_NULL, &file));
  int seen;
  MUST(MPI_File_get_amode(file, &seen));
  CHECK(seen == mode, "%d", seen);
  MUST(MPI_File_close(&file));
  CHECK(file == MPI_FILE_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(error_of_open("made", mode) == MPI_ERR_FILE_EXISTS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(error_of_open("made/in", MPI_MODE_RDONLY) == MPI_ERR_BAD_FILE);

  if (world_size > 1) {
    mode = world_rank == 0 ? MPI_MODE_RDONLY : MPI_MODE_RDWR;
    error_class = error_of_open("made", mode);
    CHECK(error_class == MPI_ERR_NOT_SAME || error_class == MPI_ERR_AMODE, "%d", error_class);
  }

  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 0) {
    struct stat status;
    MUST(MPI_File_delete("made", MPI_INFO_NULL));
    CHECK(stat("made", &status) != 0);
    MUST_FAIL(MPI_ERR_NO_SUCH_FILE, MPI_File_delete("made", MPI_INFO_NULL));
  }
  MPI_Barrier(MPI_COMM_WORLD);

  /* A file for a while. */
  mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MUST(MPI_File_open(MPI_COMM_WORLD, "short", mode, MPI_INFO_NULL, &file));
  MUST(MPI_File_close(&file));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(error_of_open("short", MPI_MODE_RDONLY) == MPI_ERR_NO_SUCH_FILE);
  return end_test();
}
