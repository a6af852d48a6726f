/* SPDX-License-Identifier: BSD-3-Clause */
/* Views (MPI 14.3): displacement, filetypes with holes, etypes of several elements, positions and
   byte offsets in a view, independent and collective access through it. */
#include "file.h"

enum { blocks = 5, block = 3, header = 16 };

/* Each rank sees every world_size-th block of 3 ints, after a header of 16 bytes. */
static MPI_Datatype make_filetype(void) {
  MPI_Datatype one, spaced;
  MPI_Type_contiguous(block, MPI_INT, &one);
  MPI_Type_create_resized(one, 0, (MPI_Aint)sizeof(int) * block * world_size, &spaced);
  MPI_Type_commit(&spaced);
  MPI_Type_free(&one);
  return spaced;
}

static int value_of(int rank, int i) {
  return 1000 * rank + i;
}

static void check_file(const char* name) {
  int* all = malloc(sizeof(int) * block * blocks * (size_t)world_size);
  int b, r, i;
  look_at(name, header, all, (long)sizeof(int) * block * blocks * world_size);
  for (b = 0; b < blocks; b++)
    for (r = 0; r < world_size; r++)
      for (i = 0; i < block; i++) {
        const int seen = all[(b * world_size + r) * block + i];
        CHECK(seen == value_of(r, b * block + i), "block %d of rank %d: %d", b, r, seen);
      }
  free(all);
}

static void check_positions(MPI_File file) {
  const MPI_Offset displacement = header + (MPI_Offset)sizeof(int) * block * world_rank;
  MPI_Offset offset, byte;
  for (offset = 0; offset < block * blocks; offset++) {
    MUST(MPI_File_get_byte_offset(file, offset, &byte));
    CHECK(byte == displacement + 4 * (offset / block * block * world_size + offset % block),
          "%lld is at %lld", (long long)offset, (long long)byte);
  }
  MUST(MPI_File_seek(file, 0, MPI_SEEK_END));
  MUST(MPI_File_get_position(file, &offset));
  CHECK(offset == block * blocks, "the end is at %lld", (long long)offset);
  MUST(MPI_File_seek(file, -4, MPI_SEEK_CUR));
  MUST(MPI_File_get_position(file, &offset));
  CHECK(offset == block * blocks - 4);
}

static void check_get_view(MPI_File file, MPI_Datatype filetype) {
  MPI_Datatype etype, seen;
  MPI_Offset displacement;
  MPI_Aint lb, extent;
  char representation[MPI_MAX_DATAREP_STRING];
  int size;
  MUST(MPI_File_get_view(file, &displacement, &etype, &seen, representation));
  CHECK(displacement == header + (MPI_Offset)sizeof(int) * block * world_rank);
  CHECK(etype == MPI_INT && strcmp(representation, "native") == 0);
  MPI_Type_size(seen, &size);
  MPI_Type_get_extent(seen, &lb, &extent);
  CHECK(size == 4 * block && extent == (MPI_Aint)sizeof(int) * block * world_size);
  MPI_Type_free(&seen);
  (void)filetype;
}

int main(int argc, char** argv) {
  MPI_Datatype filetype;
  MPI_File file;
  MPI_Status status;
  MPI_Offset at;
  int out[block * blocks], in[block * blocks], i;
  start_test(&argc, &argv);
  filetype = make_filetype();
  for (i = 0; i < block * blocks; i++) out[i] = value_of(world_rank, i);
  const MPI_Offset displacement = header + (MPI_Offset)sizeof(int) * block * world_rank;

  /* Independent writes, in parts that cut the blocks. */
  file = open_new("independent", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, displacement, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MUST(MPI_File_write(file, out, 4, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 4);
  MUST(MPI_File_write(file, out + 4, block * blocks - 4, MPI_INT, &status));
  settle(file);
  check_file("independent");
  check_positions(file);
  check_get_view(file, filetype);
  for (at = 0; at < block * blocks; at++) {
    MUST(MPI_File_read_at(file, at, in, 1, MPI_INT, &status));
    CHECK(in[0] == out[at] && count_of(&status, MPI_INT) == 1);
  }
  MUST(MPI_File_close(&file));

  /* The same with one collective call each. */
  file = open_new("collective", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, displacement, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MUST(MPI_File_write_all(file, out, block * blocks, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == block * blocks);
  settle(file);
  check_file("collective");
  memset(in, 0, sizeof(in));
  MUST(MPI_File_read_at_all(file, 0, in, block * blocks, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == block * blocks);
  CHECK(memcmp(in, out, sizeof(in)) == 0);

  /* A view of bytes again: the pointer starts at 0, everything is visible. */
  MUST(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  MUST(MPI_File_get_position(file, &at));
  CHECK(at == 0);
  MUST(MPI_File_read_at(file, header + 4 * block * (world_size - 1), in, 4, MPI_BYTE, &status));
  CHECK(in[0] == value_of(world_size - 1, 0), "%d", in[0]);
  MUST(MPI_File_close(&file));
  MPI_Type_free(&filetype);
  return end_test();
}
