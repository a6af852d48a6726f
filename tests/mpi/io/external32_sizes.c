/* SPDX-License-Identifier: BSD-3-Clause */
/* external32 where the sizes in the file are not those in memory: MPI_LONG has 4 bytes there, and
   the displacements of portable types scale with it (MPI 14.5.1). */
#include "file.h"

enum { n = 6 };

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Datatype vector;
  MPI_Aint extent;
  MPI_Offset position, byte;
  long out[n], in[2 * n];
  unsigned char bytes[4];
  int i;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  /* Each rank has every world_size-th long. */
  MPI_Type_vector(2, 1, world_size, MPI_LONG, &vector);
  MPI_Datatype filetype;
  MPI_Type_create_subarray(1, (int[]){world_size}, (int[]){1}, (int[]){world_rank}, MPI_ORDER_C,
                           MPI_LONG, &filetype);
  MPI_Type_commit(&filetype);
  MPI_Type_commit(&vector);
  MUST(MPI_File_set_view(file, 12, MPI_LONG, filetype, "external32", MPI_INFO_NULL));
  MUST(MPI_File_get_type_extent(file, MPI_LONG, &extent));
  CHECK(extent == 4, "%ld", (long)extent);
  MUST(MPI_File_get_type_extent(file, vector, &extent));
  CHECK(extent == 4 * (world_size + 1), "%ld", (long)extent);
  for (i = 0; i < n; i++) out[i] = i % 2 ? -(100 * world_rank + i) : 100 * world_rank + i;
  MUST(MPI_File_write_all(file, out, n, MPI_LONG, &status));
  CHECK(count_of(&status, MPI_LONG) == n);
  MUST(MPI_File_get_position(file, &position));
  CHECK(position == n);
  settle(file);
  MUST(MPI_File_get_byte_offset(file, 2, &byte));
  CHECK(byte == 12 + 4 * (2 * world_size + world_rank), "%lld", (long long)byte);
  look_at("data", (long)byte, bytes, 4);
  CHECK(bytes[2] * 256 + bytes[3] == 100 * world_rank + 2);

  memset(in, 0, sizeof(in));
  MUST(MPI_File_read_at(file, 0, in, 2 * n, MPI_LONG, &status));
  CHECK(count_of(&status, MPI_LONG) == n, "%d", count_of(&status, MPI_LONG));
  CHECK(memcmp(in, out, sizeof(out)) == 0 && in[n] == 0);

  /* A value that does not fit. */
  out[0] = 1L << 40;
  MUST_FAIL(MPI_ERR_CONVERSION, MPI_File_write_at(file, 0, out, 1, MPI_LONG, &status));
  MPI_Type_free(&vector);
  MPI_Type_free(&filetype);
  MUST(MPI_File_close(&file));
  return end_test();
}
