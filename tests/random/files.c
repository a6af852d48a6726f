/* SPDX-License-Identifier: BSD-3-Clause
 * Files (MPI 14): ranks write their parts, by views, explicit offsets or in order; then each reads
 * all of it. */
#include "communicators.h"
#include "pending.h"
#include "steps.h"

enum { MOST_CELLS = 30 };

typedef enum { AT_OFFSETS, INTERLEAVED, IN_ORDER, WAYS } Way;

typedef struct {
  const Communicator* communicator;
  Way way;
  bool collective, nonblocking;
  int basic, size_bytes;
  int piece;             /* cells that lie together */
  int counts[MAX_RANKS]; /* cells of each rank */
  long total;            /* cells of all */
  MPI_File handle;
} Shape;

/* The cell of the file where cell `index` of a rank is. */
static long place_of(const Shape* s, int rank, int index) {
  long before = 0;
  if (s->way == INTERLEAVED) {
    const int size = s->communicator->sides[0].size;
    return ((long)(index / s->piece) * size + rank) * s->piece + index % s->piece;
  }
  for (int i = 0; i < rank; i++) before += s->counts[i];
  return before + index;
}

static void set_view(const Shape* s) {
  const MPI_Datatype basic = basics[s->basic].handle;
  const long disp_bytes = place_of(s, s->communicator->rank, 0) * s->size_bytes;
  const int size = s->communicator->sides[0].size;
  MPI_Datatype piece, filetype;
  if (s->way == IN_ORDER) {
    MPI_File_set_view(s->handle, 0, basic, basic, "native", MPI_INFO_NULL);
  } else if (s->way == AT_OFFSETS) {
    MPI_File_set_view(s->handle, disp_bytes, basic, basic, "native", MPI_INFO_NULL);
  } else {
    MPI_Type_contiguous(s->piece, basic, &piece);
    MPI_Type_create_resized(piece, 0, (MPI_Aint)s->piece * size * s->size_bytes, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_set_view(s->handle, disp_bytes, basic, filetype, "native", MPI_INFO_NULL);
    MPI_Type_free(&filetype);
    MPI_Type_free(&piece);
  }
}

static void write_part(const Shape* s, const void* data, const Block* layout) {
  const MPI_Datatype type = layout->type.handle;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  if (s->way == IN_ORDER) {
    MPI_File_write_ordered(s->handle, data, layout->count, type, &status);
  } else if (s->nonblocking && s->collective) {
    MPI_File_iwrite_at_all(s->handle, 0, data, layout->count, type, &request);
  } else if (s->nonblocking) {
    MPI_File_iwrite_at(s->handle, 0, data, layout->count, type, &request);
  } else if (s->collective) {
    MPI_File_write_all(s->handle, data, layout->count, type, &status);
  } else {
    MPI_File_write_at(s->handle, 0, data, layout->count, type, &status);
  }
  MPI_Wait(&request, &status);
}

/* Every rank reads the whole file, in another layout. */
static void read_all(Stream* own, const Shape* s) {
  const Members* all = &s->communicator->sides[0];
  Block whole, layout;
  MPI_Status status;
  MPI_Offset file_bytes;
  make_basic(s->basic, &whole.type);
  whole.count = (int)s->total;
  variant_of(own, &whole, &layout);
  Buffer* buffer = buffer_for(&layout);
  MPI_File_get_size(s->handle, &file_bytes);
  REQUIRE(file_bytes == s->total * s->size_bytes, "a file of %lld bytes, not %ld",
          (long long)file_bytes, s->total * s->size_bytes);
  for (int r = 0; r < all->size; r++) {
    for (int i = 0; i < s->counts[r]; i++) {
      Content content =
          all_of_at(key_of(all->world[r], 0), place_of(s, r, i) * layout.type.extent_bytes);
      content.first_element = i;
      content.most_elements = 1;
      expect(buffer, &layout, content);
    }
  }
  MPI_File_set_view(s->handle, 0, basics[s->basic].handle, basics[s->basic].handle, "native",
                    MPI_INFO_NULL);
  if (s->collective) {
    MPI_File_read_at_all(s->handle, 0, address_of(buffer), layout.count, layout.type.handle,
                         &status);
  } else {
    MPI_File_read_at(s->handle, 0, address_of(buffer), layout.count, layout.type.handle, &status);
  }
  check_buffer(buffer);
  free_buffer(buffer);
  free_type(&layout.type);
}

static void use_file(const Shape* shape) {
  Shape s = *shape;
  Stream own = own_stream();
  Block mine, layout;
  char name[80];
  const Communicator* c = s.communicator;
  snprintf(name, sizeof name, "random.%llu.%d.%d", (unsigned long long)script.seed, script.step,
           c->sides[0].world[0]);
  MPI_File_open(c->handle, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &s.handle);
  make_basic(s.basic, &mine.type);
  mine.count = s.counts[c->rank];
  variant_of(&own, &mine, &layout);
  Buffer* buffer = buffer_for(&layout);
  give(buffer, &layout, all_of(key_of(script.rank, 0)));
  set_view(&s);
  write_part(&s, address_of(buffer), &layout);
  MPI_File_sync(s.handle);
  MPI_Barrier(c->handle);
  MPI_File_sync(s.handle);
  check_buffer(buffer);
  read_all(&own, &s);
  MPI_File_close(&s.handle);
  free_buffer(buffer);
  free_type(&layout.type);
}

void step_file(Stream* stream) {
  Shape s = {.communicator = choose_communicator(stream, INTRA)};
  const int size = s.communicator->sides[0].size;
  s.way = (Way)below(stream, WAYS);
  s.collective = chance(stream, 50);
  s.nonblocking = chance(stream, 40);
  s.basic = below(stream, basic_count());
  s.size_bytes = basics[s.basic].size_bytes;
  s.piece = between(stream, 1, 4);
  const int pieces = between(stream, 1, MOST_CELLS / 4);
  for (int i = 0; i < size; i++) {
    s.counts[i] = s.way == INTERLEAVED ? pieces * s.piece : between(stream, 1, MOST_CELLS);
    s.total += s.counts[i];
  }
  if (is_member(s.communicator)) use_file(&s);
}
