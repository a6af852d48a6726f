/* SPDX-License-Identifier: BSD-3-Clause */
/* Individual file pointers: each access goes on where the last one stopped; seeking. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Request request;
  MPI_Status status;
  MPI_Offset position;
  int out[10], in[10], i;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, 40 * world_rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (i = 0; i < 10; i++) out[i] = 100 * world_rank + i;
  MUST(MPI_File_write(file, out, 3, MPI_INT, &status));
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == 3);
  /* The pointer moves when the access begins. */
  MUST(MPI_File_iwrite(file, out + 3, 5, MPI_INT, &request));
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == 8);
  MUST(MPI_Wait(&request, &status));
  CHECK(count_of(&status, MPI_INT) == 5);
  MUST(MPI_File_write(file, out + 8, 2, MPI_INT, &status));
  settle(file);

  MUST(MPI_File_seek(file, 4, MPI_SEEK_SET));
  MUST(MPI_File_read(file, in + 4, 2, MPI_INT, &status));
  MUST(MPI_File_iread(file, in + 6, 4, MPI_INT, &request));
  MUST(MPI_Wait(&request, &status));
  MUST(MPI_File_seek(file, -10, MPI_SEEK_CUR));
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == 0);
  MUST(MPI_File_read(file, in, 4, MPI_INT, &status));
  CHECK(memcmp(in, out, sizeof(in)) == 0);

  /* The end of the file in this rank's view. */
  MUST(MPI_File_seek(file, 0, MPI_SEEK_END));
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == 10 * (world_size - world_rank), "%lld", (long long)position);
  MUST(MPI_File_read(file, in, 1, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 0);
  MUST(MPI_File_seek(file, -3, MPI_SEEK_END));
  MUST(MPI_File_read(file, in, 10, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 3);
  CHECK(in[2] == 100 * (world_size - 1) + 9, "%d", in[2]);

  MUST_FAIL(MPI_ERR_ARG, MPI_File_seek(file, -1, MPI_SEEK_SET));
  MUST_FAIL(MPI_ERR_ARG, MPI_File_seek(file, 0, 12345));
  MUST(MPI_File_close(&file));
  return end_test();
}
