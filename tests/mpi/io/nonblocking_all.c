/* SPDX-License-Identifier: BSD-3-Clause */
/* Nonblocking collective accesses: several at once, in interleaved views, completed out of order.
 */
#include "file.h"

enum { n = 40, parts = 4 };

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Request requests[parts];
  MPI_Status statuses[parts];
  MPI_Datatype filetype;
  int out[parts][n], in[parts][n], p, i;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MPI_Type_create_resized(MPI_INT, 0, 4 * world_size, &filetype);
  MPI_Type_commit(&filetype);
  MUST(MPI_File_set_view(file, 4 * world_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  for (p = 0; p < parts; p++)
    for (i = 0; i < n; i++) out[p][i] = 10000 * p + 100 * world_rank + i;

  for (p = 0; p < 2; p++) MUST(MPI_File_iwrite_all(file, out[p], n, MPI_INT, &requests[p]));
  for (; p < parts; p++) {
    MUST(MPI_File_iwrite_at_all(file, p * n, out[p], n, MPI_INT, &requests[p]));
  }
  MUST(MPI_Waitall(parts, requests, statuses));
  for (p = 0; p < parts; p++) CHECK(count_of(&statuses[p], MPI_INT) == n);
  settle(file);
  for (p = 0; p < parts; p++) {
    look_at("data", 4L * world_size * n * p + 4L * world_rank + 4L * world_size * 7, in[0], 4);
    CHECK(in[0][0] == out[p][7], "part %d: %d", p, in[0][0]);
  }

  memset(in, 0, sizeof(in));
  MUST(MPI_File_seek(file, 0, MPI_SEEK_SET));
  for (p = 0; p < 2; p++) MUST(MPI_File_iread_all(file, in[p], n, MPI_INT, &requests[p]));
  for (; p < parts; p++) {
    MUST(MPI_File_iread_at_all(file, p * n, in[p], n, MPI_INT, &requests[p]));
  }
  for (p = parts - 1; p >= 0; p--) {
    MUST(MPI_Wait(&requests[p], &statuses[0]));
    CHECK(count_of(&statuses[0], MPI_INT) == n);
  }
  CHECK(memcmp(in, out, sizeof(in)) == 0);

  /* Some ranks have nothing to read. */
  memset(in, 0, sizeof(in));
  const int count = world_rank % 2 == 0 ? n : 0;
  MUST(MPI_File_read_at_all(file, 0, in[0], count, MPI_INT, &statuses[0]));
  CHECK(count_of(&statuses[0], MPI_INT) == count);
  CHECK(memcmp(in[0], out[0], sizeof(int) * (size_t)count) == 0);
  MUST(MPI_File_close(&file));
  return end_test();
}
