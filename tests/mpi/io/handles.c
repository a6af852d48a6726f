/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles: several files at once, files of parts of the ranks, the group, null and closed files. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file, own, part;
  MPI_Group group, of_file;
  MPI_Comm half;
  MPI_Offset size;
  char name[32];
  int result, value;
  start_test(&argc, &argv);

  file = open_new("all", MPI_MODE_RDWR);
  snprintf(name, sizeof(name), "own%d", world_rank);
  MUST(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &own));
  MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, -world_rank, &half);
  snprintf(name, sizeof(name), "half%d", world_rank % 2);
  MUST(MPI_File_open(half, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &part));
  CHECK(file != own && own != part && part != MPI_FILE_NULL);

  MUST(MPI_File_get_group(part, &of_file));
  MPI_Comm_group(half, &group);
  MPI_Group_compare(group, of_file, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&of_file);
  MPI_Comm_free(&half);

  value = 10 + world_rank;
  MUST(MPI_File_write_at(own, 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_get_size(own, &size));
  CHECK(size == 8, "%lld", (long long)size);
  value = 20 + world_rank;
  MUST(MPI_File_write_at(file, 4 * world_rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_read_at(own, 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(value == 10 + world_rank, "%d", value);

  MUST(MPI_File_close(&own));
  MUST(MPI_File_close(&file));
  MUST(MPI_File_close(&part));
  MUST_FAIL(MPI_ERR_FILE, MPI_File_get_size(MPI_FILE_NULL, &size));
  MUST_FAIL(MPI_ERR_FILE, MPI_File_close(&file));
  return end_test();
}
