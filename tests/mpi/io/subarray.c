/* SPDX-License-Identifier: BSD-3-Clause */
/* A matrix in one file, each rank with a block of columns: subarray views, a halo in memory, with
   every way of collective buffering. */
#include "file.h"

enum { rows = 9, columns = 4, halo = 1 };

static int value_of(int row, int column) {
  return 100 * row + column;
}

static MPI_Datatype column_block(void) {
  const int sizes[] = {rows, columns * world_size};
  const int subsizes[] = {rows, columns};
  const int starts[] = {0, columns * world_rank};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

static MPI_Datatype inner_block(void) {
  const int sizes[] = {rows + 2 * halo, columns + 2 * halo};
  const int subsizes[] = {rows, columns};
  const int starts[] = {halo, halo};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

static void fill(int local[][columns + 2 * halo], int with_values) {
  int r, c;
  for (r = 0; r < rows + 2 * halo; r++)
    for (c = 0; c < columns + 2 * halo; c++) {
      const int inside = r >= halo && r < rows + halo && c >= halo && c < columns + halo;
      local[r][c] =
          inside && with_values ? value_of(r - halo, c - halo + columns * world_rank) : -1;
    }
}

static void round_trip(const char* keys[][2]) {
  int local[rows + 2 * halo][columns + 2 * halo], seen[rows + 2 * halo][columns + 2 * halo];
  MPI_Datatype filetype = column_block(), memory = inner_block();
  MPI_File file = open_new("matrix", MPI_MODE_RDWR);
  MPI_Status status;
  MPI_Info info;
  int row[columns], r, c;
  MPI_Info_create(&info);
  for (; keys[0][0] != NULL; keys++) MPI_Info_set(info, keys[0][0], keys[0][1]);
  MUST(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", info));
  MPI_Info_free(&info);
  fill(local, 1);
  fill(seen, 0);
  MUST(MPI_File_write_all(file, local, 1, memory, &status));
  CHECK(count_of(&status, memory) == 1);
  settle(file);
  for (r = 0; r < rows; r++) {
    look_at("matrix", 4L * (r * columns * world_size + columns * world_rank), row, sizeof(row));
    for (c = 0; c < columns; c++) {
      CHECK(row[c] == value_of(r, c + columns * world_rank), "row %d column %d: %d", r, c, row[c]);
    }
  }
  MUST(MPI_File_seek(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_all(file, seen, 1, memory, &status));
  CHECK(count_of(&status, memory) == 1);
  CHECK(memcmp(local, seen, sizeof(seen)) == 0);
  MUST(MPI_File_close(&file));
  MPI_Type_free(&filetype);
  MPI_Type_free(&memory);
}

int main(int argc, char** argv) {
  const char* none[][2] = {{NULL, NULL}};
  const char* on[][2] = {{"collective_buffering", "true"}, {NULL, NULL}};
  const char* off[][2] = {{"collective_buffering", "false"}, {NULL, NULL}};
  const char* small[][2] = {
      {"collective_buffering", "true"}, {"cb_buffer_size", "40"}, {"cb_nodes", "2"}, {NULL, NULL}};
  const char* odd[][2] = {
      {"collective_buffering", "true"}, {"cb_buffer_size", "7"}, {"cb_nodes", "3"}, {NULL, NULL}};
  const char* romio[][2] = {
      {"romio_cb_write", "enable"}, {"romio_cb_read", "disable"}, {NULL, NULL}};
  start_test(&argc, &argv);
  round_trip(none);
  round_trip(on);
  round_trip(off);
  round_trip(small);
  round_trip(odd);
  round_trip(romio);
  return end_test();
}
