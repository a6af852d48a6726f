/* SPDX-License-Identifier: BSD-3-Clause */
/* Explicit offsets: blocking, nonblocking and large-count forms; the end of the file; statuses. */
#include "file.h"

enum { count = 100 };

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Request requests[4];
  double out[count], in[count];
  int i, elements;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  for (i = 0; i < count; i++) out[i] = 1000 * world_rank + i;

  const MPI_Offset own = (MPI_Offset)sizeof(out) * world_rank;
  MUST(MPI_File_write_at(file, own, out, count / 2, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == count / 2);
  MUST(MPI_File_iwrite_at(file, own + (MPI_Offset)sizeof(out) / 2, out + count / 2, count / 2,
                          MPI_DOUBLE, &requests[0]));
  MUST(MPI_Wait(&requests[0], &status));
  CHECK(requests[0] == MPI_REQUEST_NULL && count_of(&status, MPI_DOUBLE) == count / 2);
  settle(file);

  const int next = (world_rank + 1) % world_size;
  const MPI_Offset theirs = (MPI_Offset)sizeof(out) * next;
  MUST(MPI_File_read_at(file, theirs, in, count, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == count);
  for (i = 0; i < count; i++) CHECK(in[i] == 1000 * next + i, "in[%d] is %g", i, in[i]);

  memset(in, 0, sizeof(in));
  for (i = 0; i < 4; i++) {
    MUST(MPI_File_iread_at(file, theirs + (MPI_Offset)sizeof(out) * i / 4, in + i * count / 4,
                           count / 4, MPI_DOUBLE, &requests[i]));
  }
  MUST(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
  for (i = 0; i < count; i++) CHECK(in[i] == 1000 * next + i, "in[%d] is %g", i, in[i]);

  /* The end of the file cuts a read: 3 doubles are left, then nothing. */
  const MPI_Offset end = (MPI_Offset)sizeof(out) * world_size;
  in[3] = -1;
  MUST(MPI_File_read_at(file, end - 24, in, 10, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == 3, "%d", count_of(&status, MPI_DOUBLE));
  CHECK(in[2] == 1000 * (world_size - 1) + count - 1 && in[3] == -1);
  MUST(MPI_File_read_at(file, end, in, 10, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == 0);
  MUST(MPI_File_read_at(file, end - 4, in, 10, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == MPI_UNDEFINED);
  MPI_Get_elements(&status, MPI_BYTE, &elements);
  CHECK(elements == 4);
  MUST(MPI_File_read_at(file, 0, in, 0, MPI_DOUBLE, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == 0);

  MUST_FAIL(MPI_ERR_ARG, MPI_File_read_at(file, -1, in, 1, MPI_DOUBLE, &status));
  MUST_FAIL(MPI_ERR_COUNT, MPI_File_read_at(file, 0, in, -1, MPI_DOUBLE, &status));
  MUST_FAIL(MPI_ERR_TYPE, MPI_File_read_at(file, 0, in, 1, MPI_DATATYPE_NULL, &status));
  MUST(MPI_File_close(&file));
  return end_test();
}
