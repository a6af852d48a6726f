/* SPDX-License-Identifier: BSD-3-Clause */
/* The representation external32: bytes in the file are big-endian; views scale with its sizes. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Aint extent;
  int out[8], in[8], i;
  unsigned char bytes[4];
  double real = -2.5, back = 0;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, 32 * world_rank, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL));
  MUST(MPI_File_get_type_extent(file, MPI_INT, &extent));
  CHECK(extent == 4);
  for (i = 0; i < 8; i++) out[i] = 0x01020300 + 16 * world_rank + i;
  MUST(MPI_File_write_at(file, 0, out, 8, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 8);
  settle(file);
  look_at("data", 32 * world_rank + 4, bytes, 4);
  CHECK(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3 && bytes[3] == 16 * world_rank + 1);
  MUST(MPI_File_read_at(file, 2, in, 4, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 4);
  for (i = 0; i < 4; i++) CHECK(in[i] == out[i + 2], "%x", in[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(
      MPI_File_set_view(file, 8 * world_rank, MPI_DOUBLE, MPI_DOUBLE, "external32", MPI_INFO_NULL));
  MUST(MPI_File_write_at_all(file, 0, &real, 1, MPI_DOUBLE, &status));
  settle(file);
  MUST(MPI_File_read_at_all(file, 0, &back, 1, MPI_DOUBLE, &status));
  CHECK(back == -2.5);
  look_at("data", 8 * world_rank, bytes, 4);
  CHECK(bytes[0] == 0xc0 && bytes[1] == 0x04 && bytes[2] == 0);
  MUST(MPI_File_close(&file));
  return end_test();
}
