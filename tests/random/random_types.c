/* SPDX-License-Identifier: BSD-3-Clause
 * The constructors of datatypes (MPI 5.1), each next to its definition as a type map.
 *
 * Displacements in bytes and new extents are multiples of 16, so that no element is misaligned and
 * no extent is rounded up, but those of structures, which are read back. */
#include "types.h"

enum { MAX_PIECES = 6, ALIGNMENT_BYTES = 16, MAX_SPREAD_BYTES = 1 << 14 };

/* A type map that grows by copies of others. Given bounds of any of them hold for the whole, those
 * that follow from data only hold where no other are (MPI 5.1.6). */
static void start_map(Type* type) {
  type->handle = MPI_DATATYPE_NULL;
  type->derived = true;
  type->marked = false;
  type->length = 0;
  type->lower_bytes = type->extent_bytes = 0;
}

static void append_copies(Type* type, const Type* part, int copies, long displacement_bytes,
                          bool* empty) {
  for (int i = 0; i < copies; i++) {
    const long shift = displacement_bytes + i * part->extent_bytes;
    const long low = shift + part->lower_bytes, high = low + part->extent_bytes;
    const long old_high = type->lower_bytes + type->extent_bytes;
    for (int e = 0; e < part->length; e++) {
      type->map[type->length].basic = part->map[e].basic;
      type->map[type->length++].offset_bytes = part->map[e].offset_bytes + shift;
    }
    const bool replace = *empty || (part->marked && !type->marked);
    *empty = false;
    if (type->marked && !part->marked) continue;
    if (replace || low < type->lower_bytes) type->lower_bytes = low;
    type->extent_bytes = (replace || high > old_high ? high : old_high) - type->lower_bytes;
    type->marked = part->marked;
  }
}

static void make_dup(Stream* stream, const Type* part, Type* type) {
  bool empty = true;
  (void)stream;
  MPI_Type_dup(part->handle, &type->handle);
  append_copies(type, part, 1, 0, &empty);
}

static void make_contiguous(Stream* stream, const Type* part, Type* type) {
  const int count = between(stream, 1, MAX_PIECES);
  bool empty = true;
  if (chance(stream, 50)) {
    MPI_Type_contiguous(count, part->handle, &type->handle);
  } else {
    MPI_Type_contiguous_c(count, part->handle, &type->handle);
  }
  append_copies(type, part, count, 0, &empty);
}

static void make_vector(Stream* stream, const Type* part, Type* type) {
  const int count = between(stream, 1, 4), length = between(stream, 1, 3);
  const bool in_bytes = chance(stream, 50), large = chance(stream, 30);
  const int sign = chance(stream, 20) ? -1 : 1;
  const long stride =
      sign * (in_bytes ? ALIGNMENT_BYTES * (long)between(stream, 0, 12) : between(stream, 0, 6));
  bool empty = true;
  if (in_bytes && large)
    MPI_Type_create_hvector_c(count, length, stride, part->handle, &type->handle);
  if (in_bytes && !large)
    MPI_Type_create_hvector(count, length, stride, part->handle, &type->handle);
  if (!in_bytes && large) MPI_Type_vector_c(count, length, stride, part->handle, &type->handle);
  if (!in_bytes && !large) MPI_Type_vector(count, length, (int)stride, part->handle, &type->handle);
  for (int i = 0; i < count; i++) {
    append_copies(type, part, length, i * stride * (in_bytes ? 1 : part->extent_bytes), &empty);
  }
}

static void make_indexed(Stream* stream, const Type* part, Type* type) {
  const int count = between(stream, 1, 4);
  const int form = below(stream, 4);
  const bool in_bytes = form % 2, same_length = form / 2;
  int lengths[4], displacements[4];
  MPI_Aint displacements_bytes[4];
  bool empty = true;
  for (int i = 0; i < count; i++) {
    lengths[i] = same_length && i > 0 ? lengths[0] : between(stream, i == 0, 3);
    displacements[i] = between(stream, -2, 12);
    displacements_bytes[i] = ALIGNMENT_BYTES * (MPI_Aint)displacements[i];
    append_copies(type, part, lengths[i],
                  in_bytes ? displacements_bytes[i] : displacements[i] * part->extent_bytes,
                  &empty);
  }
  const MPI_Datatype old = part->handle;
  if (form == 0) MPI_Type_indexed(count, lengths, displacements, old, &type->handle);
  if (form == 1) {
    MPI_Type_create_hindexed(count, lengths, displacements_bytes, old, &type->handle);
  }
  if (form == 2) {
    MPI_Type_create_indexed_block(count, lengths[0], displacements, old, &type->handle);
  }
  if (form == 3) {
    MPI_Type_create_hindexed_block(count, lengths[0], displacements_bytes, old, &type->handle);
  }
}

/* Any new bounds; may leave gaps, or let elements interleave. */
static void make_resized(Stream* stream, const Type* part, Type* type) {
  bool empty = true;
  append_copies(type, part, 1, 0, &empty);
  long first, end;
  touched_bytes(part, 1, &first, &end);
  const long units = chance(stream, 70) ? (end - first + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES
                                        : between(stream, 1, 8);
  type->marked = true;
  type->lower_bytes = ALIGNMENT_BYTES * (long)between(stream, -3, 3);
  type->extent_bytes = ALIGNMENT_BYTES * (units + below(stream, 3));
  MPI_Type_create_resized(part->handle, type->lower_bytes, type->extent_bytes, &type->handle);
}

/* The part of an array of two or three dimensions, in the order of C or Fortran (MPI 5.1.3). */
static void make_subarray(Stream* stream, const Type* part, Type* type) {
  const int dimensions = between(stream, 1, 3);
  const bool fortran = chance(stream, 40);
  int sizes[3] = {1, 1, 1}, lengths[3] = {1, 1, 1}, starts[3] = {0, 0, 0}, strides[3];
  bool empty = true;
  for (int d = 0; d < dimensions; d++) {
    sizes[d] = between(stream, 1, 4);
    lengths[d] = between(stream, 1, sizes[d]);
    starts[d] = below(stream, sizes[d] - lengths[d] + 1);
  }
  MPI_Type_create_subarray(dimensions, sizes, lengths, starts,
                           fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, part->handle, &type->handle);
  int order[3]; /* the dimensions, slowest first */
  for (int d = 0; d < 3; d++) {
    order[d] = d >= dimensions ? 0 : fortran ? dimensions - 1 - d : d;
  }
  for (int d = dimensions - 1, stride = 1; d >= 0; d--) {
    strides[order[d]] = stride;
    stride *= sizes[order[d]];
  }
  int counts[3] = {1, 1, 1};
  for (int d = 0; d < dimensions; d++) counts[d] = lengths[order[d]];
  for (int i = 0; i < counts[0]; i++) {
    for (int j = 0; j < counts[1]; j++) {
      for (int k = 0; k < counts[2]; k++) {
        const int at[3] = {i, j, k};
        long index = 0;
        for (int d = 0; d < dimensions; d++) {
          index += (long)(starts[order[d]] + at[d]) * strides[order[d]];
        }
        append_copies(type, part, 1, index * part->extent_bytes, &empty);
      }
    }
  }
  type->marked = true;
  type->lower_bytes = 0;
  type->extent_bytes = (long)sizes[0] * sizes[1] * sizes[2] * part->extent_bytes;
}

/* One dimension of an array of `length` over `processes`, cyclic in blocks (MPI 5.1.4). */
static void make_darray(Stream* stream, const Type* part, Type* type) {
  const int length = between(stream, 2, 12), processes = between(stream, 1, 3);
  const bool blocks = chance(stream, 40);
  const int block = blocks ? (length + processes - 1) / processes : between(stream, 1, 3);
  const int mine = below(
      stream, (length + block - 1) / block < processes ? (length + block - 1) / block : processes);
  const int distribution = blocks ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
  const int argument = blocks ? MPI_DISTRIBUTE_DFLT_DARG : block;
  bool empty = true;
  MPI_Type_create_darray(processes, mine, 1, &length, &distribution, &argument, &processes,
                         MPI_ORDER_C, part->handle, &type->handle);
  for (int i = 0; i < length; i++) {
    if (i / block % processes == mine) append_copies(type, part, 1, i * part->extent_bytes, &empty);
  }
  type->marked = true;
  type->lower_bytes = 0;
  type->extent_bytes = length * part->extent_bytes;
}

/* How much alignment adds to a structure, and to what contains one, is left to the implementation.
 */
static void read_bounds(Type* type) {
  MPI_Aint lower, extent;
  long first, end;
  MPI_Type_get_extent(type->handle, &lower, &extent);
  touched_bytes(type, 1, &first, &end);
  const long least_bytes = type->marked ? type->extent_bytes : end - first;
  const long most_bytes = type->extent_bytes + (type->marked ? 0 : ALIGNMENT_BYTES);
  REQUIRE(lower == type->lower_bytes && extent >= least_bytes && extent <= most_bytes,
          "bounds of a type %ld + %ld, not %ld + %ld", (long)lower, (long)extent, type->lower_bytes,
          type->extent_bytes);
  type->extent_bytes = extent;
}

/* Not all implementations let given bounds of one part hold for the whole. */
static void give_bounds(Type* type) {
  MPI_Datatype loose = type->handle;
  type->marked = true;
  MPI_Type_create_resized(loose, type->lower_bytes, type->extent_bytes, &type->handle);
  MPI_Type_free(&loose);
}

static void make_struct(Stream* stream, int depth, int basic, Type* type) {
  const int count = between(stream, 1, 4);
  Type* parts = calloc(4, sizeof *parts);
  MPI_Datatype handles[4];
  MPI_Aint displacements[4];
  int lengths[4], elements = 0;
  long place = ALIGNMENT_BYTES * (long)between(stream, -2, 4);
  bool empty = true, mixed = false;
  for (int i = 0; i < count; i++) {
    random_type(stream, depth - 1, basic, &parts[i]);
    lengths[i] = between(stream, i == 0, 2);
    if (elements + lengths[i] * parts[i].length > MAX_ELEMENTS) lengths[i] = i == 0;
    elements += lengths[i] * parts[i].length;
    long first, end;
    touched_bytes(&parts[i], lengths[i], &first, &end);
    displacements[i] = place - first / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    place += (end - first + 2 * ALIGNMENT_BYTES) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    handles[i] = parts[i].handle;
    mixed = mixed || parts[i].marked != parts[0].marked;
    append_copies(type, &parts[i], lengths[i], displacements[i], &empty);
  }
  MPI_Type_create_struct(count, lengths, displacements, handles, &type->handle);
  if (mixed) give_bounds(type);
  for (int i = 0; i < count; i++) free_type(&parts[i]);
  free(parts);
}

/* Sizes and bounds that MPI reports against the type map. */
static void check_bounds(Type* type) {
  MPI_Aint true_lower, true_extent;
  int size_bytes, expected_bytes = 0;
  long first, end;
  MPI_Type_size(type->handle, &size_bytes);
  read_bounds(type);
  MPI_Type_get_true_extent(type->handle, &true_lower, &true_extent);
  touched_bytes(type, 1, &first, &end);
  for (int i = 0; i < type->length; i++) expected_bytes += basics[type->map[i].basic].size_bytes;
  REQUIRE(size_bytes == expected_bytes, "size of a type %d, not %d", size_bytes, expected_bytes);
  REQUIRE(script.cautious || (true_lower == first && true_extent == end - first),
          "true bounds of a type %ld + %ld, not %ld + %ld", (long)true_lower, (long)true_extent,
          first, end - first);
}

typedef void Constructor(Stream*, const Type*, Type*);

static const struct {
  Constructor* make;
  int most_copies;
} constructors[] = {
    {make_dup, 1},     {make_contiguous, MAX_PIECES}, {make_vector, 12}, {make_indexed, 12},
    {make_resized, 1}, {make_subarray, 64},           {make_darray, 12}};

static bool is_spread(const Type* type) {
  long first, end;
  touched_bytes(type, 1, &first, &end);
  return end - first > MAX_SPREAD_BYTES || type->extent_bytes > MAX_SPREAD_BYTES ||
         first < -MAX_SPREAD_BYTES;
}

void random_type(Stream* stream, int depth, int basic, Type* type) {
  enum { CONSTRUCTORS = sizeof constructors / sizeof constructors[0] };
  if (depth == 0 || chance(stream, 15)) {
    make_basic(basic >= 0 ? basic : below(stream, basic_count()), type);
    return;
  }
  start_map(type);
  const int chosen = below(stream, CONSTRUCTORS + 1);
  if (chosen == CONSTRUCTORS) {
    make_struct(stream, depth, basic, type);
  } else {
    Type* part = malloc(sizeof *part);
    random_type(stream, depth - 1, basic, part);
    if (part->length * constructors[chosen].most_copies > MAX_ELEMENTS || is_spread(part)) {
      *type = *part; /* large enough */
      free(part);
      return;
    }
    constructors[chosen].make(stream, part, type);
    free_type(part);
    free(part);
  }
  if (chance(stream, 25) && !script.cautious) rebuild_type(type);
  MPI_Type_commit(&type->handle);
  check_bounds(type);
}

/* The elements one by one, at places in the order of `order`. */
static void make_spread(const Type* like, const int* order, Type* type) {
  int lengths[MAX_ELEMENTS];
  MPI_Aint displacements[MAX_ELEMENTS];
  MPI_Datatype handles[MAX_ELEMENTS], loose;
  start_map(type);
  for (int i = 0; i < like->length; i++) {
    lengths[i] = 1;
    displacements[i] = (MPI_Aint)ALIGNMENT_BYTES * order[i];
    handles[i] = basics[like->map[i].basic].handle;
    type->map[i].basic = like->map[i].basic;
    type->map[i].offset_bytes = displacements[i];
  }
  type->length = like->length;
  type->marked = true;
  type->extent_bytes = (long)ALIGNMENT_BYTES * like->length;
  MPI_Type_create_struct(like->length, lengths, displacements, handles, &loose);
  MPI_Type_create_resized(loose, 0, type->extent_bytes, &type->handle);
  MPI_Type_free(&loose);
  MPI_Type_commit(&type->handle);
}

static bool is_uniform(const Type* type) {
  for (int i = 1; i < type->length; i++) {
    if (type->map[i].basic != type->map[0].basic) return false;
  }
  return type->length > 0;
}

void variant_of(Stream* stream, const Block* block, Block* variant) {
  int order[MAX_ELEMENTS];
  const int choice = below(stream, 4);
  variant->count = block->count;
  if (choice == 0 && is_disjoint(&block->type, block->count)) {
    variant->type = block->type;
    variant->type.derived = true;
    MPI_Type_dup(block->type.handle, &variant->type.handle);
  } else if (choice <= 1 && is_uniform(&block->type)) {
    make_basic(block->type.map[0].basic, &variant->type);
    variant->count = block->count * block->type.length;
  } else {
    shuffle(stream, block->type.length, order);
    for (int i = 0; choice < 3 && i < block->type.length; i++) order[i] = i;
    make_spread(&block->type, order, &variant->type);
  }
}
