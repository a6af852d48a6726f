/* SPDX-License-Identifier: BSD-3-Clause */
/* Split collective accesses (MPI 14.4.5), with messages of the program in between; one at a time.
 */
#include "file.h"

enum { n = 50 };

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Datatype filetype;
  int out[n], in[n], i, token;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MPI_Type_create_resized(MPI_INT, 0, 4 * world_size, &filetype);
  MPI_Type_commit(&filetype);
  MUST(MPI_File_set_view(file, 4 * world_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  for (i = 0; i < n; i++) out[i] = 1000 * world_rank + i;

  MUST(MPI_File_write_all_begin(file, out, n, MPI_INT));
  MPI_Sendrecv(&world_rank, 1, MPI_INT, (world_rank + 1) % world_size, 5, &token, 1, MPI_INT,
               (world_rank + world_size - 1) % world_size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(token == (world_rank + world_size - 1) % world_size);
  MUST(MPI_File_write_all_end(file, out, &status));
  CHECK(count_of(&status, MPI_INT) == n);
  MUST(MPI_File_write_at_all_begin(file, n, out, n, MPI_INT));
  MUST(MPI_File_write_at_all_end(file, out, &status));
  settle(file);

  MUST(MPI_File_seek(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_all_begin(file, in, n, MPI_INT));
  MUST_FAIL(MPI_ERR_IO, MPI_File_read_all_begin(file, in, n, MPI_INT));
  MUST_FAIL(MPI_ERR_IO, MPI_File_read_at_all_begin(file, 0, in, n, MPI_INT));
  MUST(MPI_File_read_all_end(file, in, &status));
  CHECK(count_of(&status, MPI_INT) == n && memcmp(in, out, sizeof(in)) == 0);
  memset(in, 0, sizeof(in));
  MUST(MPI_File_read_at_all_begin(file, n, in, n, MPI_INT));
  /* Independent accesses may go on. */
  MUST(MPI_File_read_at(file, 1, &token, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(token == out[1]);
  MUST(MPI_File_read_at_all_end(file, in, &status));
  CHECK(count_of(&status, MPI_INT) == n && memcmp(in, out, sizeof(in)) == 0);
  MUST_FAIL(MPI_ERR_IO, MPI_File_read_all_end(file, in, &status));
  MUST(MPI_File_close(&file));
  return end_test();
}
