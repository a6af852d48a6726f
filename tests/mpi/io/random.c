/* SPDX-License-Identifier: BSD-3-Clause */
/* Random views against an array in memory: tiles whose ints belong to random ranks, accesses of
   random length at random offsets, independent and collective, with random buffering. All ranks
   draw the same numbers. */
#include "file.h"

enum { tile_max = 40, tiles = 12, displacement = 20 };

static int owner_of[tile_max], model[tiles * tile_max];
static int tile, own_count;
static unsigned state = 12345;

static int draw(int limit) {
  state = state * 1103515245u + 12345u;
  return (int)((state >> 8) % (unsigned)limit);
}

/* Where the ints of a rank's stream are in the file. */
static int place_of(int rank, int position) {
  int i, count = 0, within;
  for (i = 0; i < tile; i++) count += owner_of[i] == rank;
  within = position % count;
  for (i = 0; i < tile; i++) {
    if (owner_of[i] == rank && within-- == 0) return position / count * tile + i;
  }
  return -1;
}

static MPI_Datatype draw_view(void) {
  MPI_Datatype blocks, filetype;
  int places[tile_max], i;
  tile = world_size + draw(tile_max - world_size);
  own_count = 0;
  for (i = 0; i < tile; i++) {
    owner_of[i] = i < world_size ? i : draw(world_size);
    if (owner_of[i] == world_rank) places[own_count++] = i;
  }
  MPI_Type_create_indexed_block(own_count, 1, places, MPI_INT, &blocks);
  MPI_Type_create_resized(blocks, 0, 4 * tile, &filetype);
  MPI_Type_commit(&filetype);
  MPI_Type_free(&blocks);
  return filetype;
}

static MPI_Info draw_hints(void) {
  static const char* buffering[] = {"true", "false"};
  MPI_Info info;
  char text[16];
  MPI_Info_create(&info);
  if (draw(3) > 0) MPI_Info_set(info, "collective_buffering", buffering[draw(2)]);
  snprintf(text, sizeof(text), "%d", 1 + draw(200));
  MPI_Info_set(info, "cb_buffer_size", text);
  snprintf(text, sizeof(text), "%d", 1 + draw(world_size));
  MPI_Info_set(info, "cb_nodes", text);
  return info;
}

/* Every rank writes some ints of its stream, in a buffer with gaps of one int. */
static void write_some(MPI_File file, int round, MPI_Datatype spread) {
  int rank, i, values[2 * tiles * tile_max];
  const int how = draw(3);
  for (rank = 0; rank < world_size; rank++) {
    int count = 0, first, length;
    for (i = 0; i < tile; i++) count += owner_of[i] == rank;
    first = draw(count * tiles / 2);
    length = draw(count * tiles - first + 1);
    for (i = 0; i < length; i++) model[place_of(rank, first + i)] = 10000 * round + 1000 * rank + i;
    if (rank != world_rank) continue;
    for (i = 0; i < length; i++) values[2 * i] = 10000 * round + 1000 * rank + i;
    MPI_File_seek(file, first, MPI_SEEK_SET);
    own_count = length;
  }
  if (how == 0) MUST(MPI_File_write(file, values, own_count, spread, MPI_STATUS_IGNORE));
  if (how == 1) MUST(MPI_File_write_all(file, values, own_count, spread, MPI_STATUS_IGNORE));
  if (how == 2) {
    MPI_Request request;
    MUST(MPI_File_iwrite_all(file, values, own_count, spread, &request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
}

static void read_all_of(MPI_File file, MPI_Datatype spread, int collective) {
  int count = 0, i, seen[2 * tiles * tile_max];
  for (i = 0; i < tile; i++) count += owner_of[i] == world_rank;
  if (collective) {
    MUST(MPI_File_read_at_all(file, 0, seen, count * tiles, spread, MPI_STATUS_IGNORE));
  } else {
    MUST(MPI_File_read_at(file, 0, seen, count * tiles, spread, MPI_STATUS_IGNORE));
  }
  for (i = 0; i < count * tiles; i++) {
    const int expected = model[place_of(world_rank, i)];
    CHECK(seen[2 * i] == expected, "int %d is %d, not %d", i, seen[2 * i], expected);
  }
}

int main(int argc, char** argv) {
  MPI_Datatype spread;
  int round;
  start_test(&argc, &argv);
  MPI_Type_create_resized(MPI_INT, 0, 8, &spread);
  MPI_Type_commit(&spread);
  for (round = 1; round <= 25; round++) {
    MPI_File file = open_new("data", MPI_MODE_RDWR);
    MPI_Datatype filetype = draw_view();
    MPI_Info info = draw_hints();
    memset(model, 0, sizeof(model));
    MUST(MPI_File_set_size(file, displacement + 4 * tile * tiles));
    MUST(MPI_File_set_view(file, displacement, MPI_INT, filetype, "native", info));
    MPI_Type_free(&filetype);
    MPI_Info_free(&info);
    write_some(file, round, spread);
    settle(file);
    write_some(file, round + 100, spread);
    settle(file);
    read_all_of(file, spread, draw(2));
    MUST(MPI_File_close(&file));
  }
  MPI_Type_free(&spread);
  return end_test();
}
