/* SPDX-License-Identifier: BSD-3-Clause */
/* Hints: those in use can be asked for; unknown ones do no harm; permissions of a new file. */
#include <sys/stat.h>

#include "file.h"

static int get(MPI_Info info, const char* key, char* value) {
  int flag;
  MPI_Info_get(info, key, 200, value, &flag);
  return flag;
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Info info, used;
  char value[201];
  struct stat status;
  start_test(&argc, &argv);
  if (world_rank == 0) MPI_File_delete("data", MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_buffer_size", "123456");
  MPI_Info_set(info, "file_perm", "0600");
  MPI_Info_set(info, "no_such_hint", "really");
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
  MUST(MPI_File_get_info(file, &used));
  CHECK(get(used, "cb_buffer_size", value) && strcmp(value, "123456") == 0);
  MPI_Info_free(&used);
  CHECK(stat("data", &status) == 0);

  MPI_Info_set(info, "cb_nodes", "1");
  MPI_Info_set(info, "cb_buffer_size", "many");
  MUST(MPI_File_set_info(file, info));
  MPI_Info_free(&info);
  MUST(MPI_File_get_info(file, &used));
  CHECK(get(used, "cb_nodes", value) && strcmp(value, "1") == 0, "%s", value);
  MPI_Info_free(&used);
  MUST(MPI_File_set_info(file, MPI_INFO_NULL));
  MUST(MPI_File_close(&file));
  return end_test();
}
