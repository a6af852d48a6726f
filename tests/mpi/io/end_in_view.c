/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of the file cuts reads through a filetype with holes, independent and collective. */
#include "file.h"

enum { n = 12 };

static void check(const char* what, MPI_Status* status, const int* in, const int* out) {
  CHECK(count_of(status, MPI_INT) == 3, "%s: %d", what, count_of(status, MPI_INT));
  CHECK(memcmp(in, out + n - 3, 3 * sizeof(int)) == 0, "%s", what);
  CHECK(in[3] == -1, "%s: more than there is", what);
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Request request;
  MPI_Datatype filetype;
  MPI_Offset position;
  int out[n], in[n], i;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MPI_Type_create_resized(MPI_INT, 0, 4 * world_size, &filetype);
  MPI_Type_commit(&filetype);
  MUST(MPI_File_set_view(file, 4 * world_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  for (i = 0; i < n; i++) out[i] = 1000 * world_rank + i;
  MUST(MPI_File_write_all(file, out, n, MPI_INT, &status));
  settle(file);
  in[3] = -1;
  MUST(MPI_File_read_at(file, n - 3, in, n, MPI_INT, &status));
  check("read_at", &status, in, out);
  MUST(MPI_File_read_at_all(file, n - 3, in, n, MPI_INT, &status));
  check("read_at_all", &status, in, out);
  MUST(MPI_File_iread_at_all(file, n - 3, in, n, MPI_INT, &request));
  MUST(MPI_Wait(&request, &status));
  check("iread_at_all", &status, in, out);
  /* The pointer stops where the data do. */
  MUST(MPI_File_seek(file, n - 3, MPI_SEEK_SET));
  MUST(MPI_File_read_all(file, in, n, MPI_INT, &status));
  check("read_all", &status, in, out);
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == n, "%lld", (long long)position);
  MUST(MPI_File_read(file, in, n, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 0);
  MUST(MPI_File_close(&file));
  return end_test();
}
