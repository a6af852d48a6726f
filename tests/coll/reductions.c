/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions, checked element by element against plain loops: on 1, 2, 3, 5, 8, 16, 17 and 32
 * ranks, with 0, 1, 1000 and up to 100000 elements; a predefined operation, a commutative one of
 * the program on a derived type, and one that is not commutative on both; in place and not; first,
 * middle and last roots. Prints OK once. usage: reductions COLLECTIVE [LARGEST_ELEMENTS] */
#include "data.h"

/* An element is the map x -> slope x + offset modulo 256: composing maps is associative, and not
 * commutative. */
static unsigned short compose(unsigned short f, unsigned short g) {
  const unsigned slope = (f >> 8) * (g >> 8), offset = (f >> 8) * (g & 255) + (f & 255);
  return (unsigned short)((slope & 255) << 8 | (offset & 255));
}
static unsigned short add(unsigned short f, unsigned short g) {
  return (unsigned short)(f + g);
}

typedef unsigned short Combine(unsigned short, unsigned short);

static Layout layouts[2];

static void apply(short* in, short* inout, int count, const MPI_Datatype* type, Combine* combine) {
  const Layout* layout = *type == MPI_SHORT ? &layouts[0] : &layouts[1];
  for (long i = 0; i < count; i++) {
    for (int part = 0; part < layout->values; part++) {
      short* to = &element(inout, layout, i)[layout->offsets[part]];
      const short from = element(in, layout, i)[layout->offsets[part]];
      *to = (short)combine((unsigned short)from, (unsigned short)*to);
    }
  }
}
static void compose_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  apply(in, inout, *count, type, compose);
}
static void add_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  apply(in, inout, *count, type, add);
}

typedef struct {
  MPI_Comm comm;
  int size, rank, root, in_place;
  Layout layout;
  MPI_Op op;
  Combine* combine;
  long count;
  Report* report;
} Case;

/* Odd slopes keep information; sums of 32 operands must not overflow (Open MPI's saturate then). */
static unsigned short operand(const Case* c, int rank, long index, int part) {
  const unsigned short any = value(rank, 0, index, part);
  return c->combine == add ? any & 0x3ff & ~1 : any | 0x100;
}

static short* new_operands(const Case* c, long count) {
  short* buffer = new_buffer(&c->layout, count);
  for (long i = 0; i < count; i++) {
    for (int part = 0; part < c->layout.values; part++) {
      element(buffer, &c->layout, i)[c->layout.offsets[part]] = (short)operand(c, c->rank, i, part);
    }
  }
  return buffer;
}

/* The elements first ... of the operands of the ranks 0 .. ranks - 1, combined in order; the last
 * answer is kept, as the next question is often the same. */
static const unsigned short* expected(const Case* c, long first, long count, int ranks) {
  static unsigned short* kept = NULL;
  static long kept_first = -1, kept_count = -1;
  static int kept_ranks = -1, kept_values = -1;
  static Combine* kept_combine = NULL;
  const int values = c->layout.values;
  if (kept_first == first && kept_count == count && kept_ranks == ranks &&
      kept_combine == c->combine && kept_values == values) {
    return kept;
  }
  kept_first = first, kept_count = count, kept_ranks = ranks, kept_values = values;
  kept_combine = c->combine;
  kept = realloc(kept, (size_t)(count * values + 1) * sizeof *kept);
  for (int r = 0; r < ranks; r++) {
    for (int part = 0; part < values; part++) {
      for (long i = 0; i < count; i++) {
        unsigned short* at = &kept[part * count + i];
        const unsigned short next = operand(c, r, first + i, part);
        *at = r == 0 ? next : c->combine == add ? add(*at, next) : compose(*at, next);
      }
    }
  }
  return kept;
}

/* buffer[0 .. count - 1] must be the elements first ... of the result. */
static void check_result(const Case* c, short* buffer, long first, long count, int ranks) {
  const unsigned short* right = expected(c, first, count, ranks);
  for (long i = 0; i < count; i++) {
    short* at = element(buffer, &c->layout, i);
    for (int part = 0; part < c->layout.values; part++) {
      if ((unsigned short)at[c->layout.offsets[part]] != right[part * count + i]) {
        complain(c->report, "wrong value", c->size, c->rank, i);
      }
    }
    if (!gaps_are_intact(at, &c->layout)) {
      complain(c->report, "gap overwritten", c->size, c->rank, i);
    }
  }
}

/* The spare elements behind `count` must be untouched. */
static void check_end(const Case* c, short* buffer, long count) {
  for (long i = 0; i < SPARE_ELEMENTS; i++) {
    if (!is_untouched(element(buffer, &c->layout, count + i), &c->layout)) {
      complain(c->report, "overrun", c->size, c->rank, count + i);
    }
  }
}

static void check_operands(const Case* c, short* buffer, long count) {
  for (long i = 0; i < count; i++) {
    for (int part = 0; part < c->layout.values; part++) {
      const short got = element(buffer, &c->layout, i)[c->layout.offsets[part]];
      if ((unsigned short)got != operand(c, c->rank, i, part)) {
        complain(c->report, "send buffer overwritten", c->size, c->rank, i);
      }
    }
  }
}

/* Reduce, allreduce, scan, exscan: a vector in, a vector out. */
static void run_vector(Case* c, const char* what) {
  const int is_reduce = strcmp(what, "reduce") == 0, is_exscan = strcmp(what, "exscan") == 0;
  const int has_result = !is_reduce || c->rank == c->root;
  const int in_place = c->in_place && has_result;
  short* in = new_operands(c, c->count);
  short* out = in_place ? new_operands(c, c->count) : new_buffer(&c->layout, c->count);
  const void* from = in_place ? MPI_IN_PLACE : in;
  const int count = (int)c->count;
  const MPI_Datatype type = c->layout.type;
  if (is_reduce) MPI_Reduce(from, out, count, type, c->op, c->root, c->comm);
  if (strcmp(what, "allreduce") == 0) MPI_Allreduce(from, out, count, type, c->op, c->comm);
  if (strcmp(what, "scan") == 0) MPI_Scan(from, out, count, type, c->op, c->comm);
  if (is_exscan) MPI_Exscan(from, out, count, type, c->op, c->comm);
  int ranks = c->size;
  if (strcmp(what, "scan") == 0) ranks = c->rank + 1;
  if (is_exscan) ranks = c->rank;
  if (has_result && ranks > 0) check_result(c, out, 0, c->count, ranks);
  if (!in_place) check_operands(c, in, c->count);
  check_end(c, out, c->count);
  free(in);
  free(out);
}

/* Reduce_scatter with uneven blocks, some of them empty, and reduce_scatter_block. */
static void run_scattered(Case* c, const char* what) {
  const int is_block = strcmp(what, "reduce_scatter_block") == 0;
  int* counts = malloc(c->size * sizeof(int));
  long total = 0, first = 0;
  for (int i = 0; i < c->size; i++) {
    counts[i] = (int)(is_block ? c->count : c->count * (i % 4) / 2);
    if (i < c->rank) first += counts[i];
    total += counts[i];
  }
  short* in = new_operands(c, total);
  short* out = c->in_place ? new_operands(c, total) : new_buffer(&c->layout, counts[c->rank]);
  const void* from = c->in_place ? MPI_IN_PLACE : in;
  if (is_block) {
    MPI_Reduce_scatter_block(from, out, counts[0], c->layout.type, c->op, c->comm);
  } else {
    MPI_Reduce_scatter(from, out, counts, c->layout.type, c->op, c->comm);
  }
  check_result(c, out, first, counts[c->rank], c->size);
  if (!c->in_place) {
    check_operands(c, in, total);
    check_end(c, out, counts[c->rank]);
  }
  free(in);
  free(out);
  free(counts);
}

/* All blocks of a rank together stay below this. */
enum { LARGEST_BUFFER = 100000 };

static void run_counts(const char* what, Case* c, long largest) {
  static const long counts[] = {0, 1, 1000, 100000};
  const int is_scattered = strncmp(what, "reduce_scatter", 14) == 0;
  const int has_root = strcmp(what, "reduce") == 0;
  for (int i = 0; i < 4 && counts[i] <= largest; i++) {
    c->count = counts[i];
    if (is_scattered && c->count > 1000) c->count = LARGEST_BUFFER / c->size;
    const int roots[] = {0, c->size / 2, c->size - 1};
    for (int r = 0; r < (has_root && counts[i] <= 1000 ? 3 : 1); r++) {
      c->root = counts[i] > 1000 ? roots[1] : roots[r];
      for (c->in_place = 0; c->in_place < 2; c->in_place++) {
        if (is_scattered) {
          run_scattered(c, what);
        } else {
          run_vector(c, what);
        }
      }
    }
  }
}

/* Each operation with each type it is for. */
static void run_operations(const char* what, Case* c, long largest) {
  MPI_Op adding, composing;
  MPI_Op_create(add_all, 1, &adding);
  MPI_Op_create(compose_all, 0, &composing);
  c->op = MPI_SUM, c->combine = add, c->layout = layouts[0];
  run_counts(what, c, largest);
  c->op = adding, c->layout = layouts[1];
  run_counts(what, c, largest);
  c->op = composing, c->combine = compose;
  for (int l = 0; l < 2; l++) {
    c->layout = layouts[l];
    run_counts(what, c, l == 0 ? largest : 1000);
  }
  MPI_Op_free(&adding);
  MPI_Op_free(&composing);
}

int main(int argc, char** argv) {
  static const int sizes[] = {1, 2, 3, 5, 8, 16, 17, 32};
  MPI_Init(&argc, &argv);
  const char* what = argc > 1 ? argv[1] : "reduce";
  const long largest = argc > 2 ? atol(argv[2]) : 100000;
  Report report = {what, 0};
  int world_size, world_rank;
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  layouts[0] = plain_layout();
  layouts[1] = derived_layout();
  for (int s = 0; s < 8 && sizes[s] <= world_size; s++) {
    Case c = {.size = sizes[s], .report = &report};
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < c.size ? 0 : MPI_UNDEFINED, world_rank, &c.comm);
    if (c.comm == MPI_COMM_NULL) continue;
    MPI_Comm_rank(c.comm, &c.rank);
    run_operations(what, &c, largest);
    MPI_Comm_free(&c.comm);
  }
  MPI_Type_free(&layouts[1].type);
  int failures = 0;
  MPI_Reduce(&report.failures, &failures, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world_rank == 0) puts(failures == 0 ? "OK" : "FAILED");
  MPI_Finalize();
  return report.failures != 0;
}
