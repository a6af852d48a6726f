/* SPDX-License-Identifier: BSD-3-Clause */
/* The hints file_perm and filename, which ROMIO does not have. */
#include <sys/stat.h>

#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Info info, used;
  char value[201];
  struct stat status;
  int flag;
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "file_perm", "0600");
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
  MPI_Info_free(&info);
  CHECK(stat("data", &status) == 0 && (status.st_mode & 0777) == 0600, "%o", status.st_mode);
  MUST(MPI_File_get_info(file, &used));
  MPI_Info_get(used, "filename", 200, value, &flag);
  CHECK(flag && strcmp(value, "data") == 0, "%s", value);
  MPI_Info_get(used, "file_perm", 200, value, &flag);
  CHECK(flag && strcmp(value, "600") == 0, "%s", value);
  MPI_Info_free(&used);
  MUST(MPI_File_close(&file));
  return end_test();
}
