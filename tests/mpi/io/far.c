/* SPDX-License-Identifier: BSD-3-Clause */
/* Offsets beyond 32 bits, in files that are mostly holes. */
#include "file.h"

int main(int argc, char** argv) {
  const MPI_Offset far = (MPI_Offset)5 << 30;
  MPI_File file;
  MPI_Datatype filetype;
  MPI_Offset size, byte;
  int value, seen[2] = {-1, -1};
  start_test(&argc, &argv);
  value = 100 + world_rank;
  file = open_new("data", MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  MUST(MPI_File_write_at(file, far + 4 * world_rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  settle(file);
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == far + 4 * world_size, "%lld", (long long)size);
  MUST(MPI_File_read_at(file, far, seen, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(seen[0] == 100, "%d", seen[0]);
  MPI_Barrier(MPI_COMM_WORLD);

  /* Two ints, 3 GB apart, of each rank. */
  MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){0, (MPI_Aint)3 << 30}, MPI_INT, &filetype);
  MPI_Type_commit(&filetype);
  MUST(MPI_File_set_view(file, 8 * world_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  MUST(MPI_File_get_byte_offset(file, 1, &byte));
  CHECK(byte == ((MPI_Offset)3 << 30) + 8 * world_rank, "%lld", (long long)byte);
  MUST(MPI_File_write_all(file, (int[]){value, -value}, 2, MPI_INT, MPI_STATUS_IGNORE));
  settle(file);
  MUST(MPI_File_read_at(file, 0, seen, 2, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(seen[0] == value && seen[1] == -value, "%d %d", seen[0], seen[1]);
  MUST(MPI_File_close(&file));
  return end_test();
}
