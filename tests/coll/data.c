/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that move data, checked element by element against plain loops: on 1, 2, 3, 5, 8, 16,
 * 17 and 32 ranks, with 0, 1, 1000 and up to 100000 elements in a block, plain and derived types,
 * in place and not, with first, middle and last roots. Prints OK once. usage: data COLLECTIVE
 * [LARGEST_ELEMENTS] */
#include "data.h"

typedef struct {
  MPI_Comm comm;
  int size, rank, root;
  Layout layout;
  int in_place;
  long count; /* elements of a block; the v forms vary it */
  int *counts, *displacements;
  long total; /* elements of a buffer for all blocks */
  Report* report;
} Case;

/* Uneven blocks, in falling order of the ranks, with gaps between them. */
static void lay_out_blocks(Case* c, int uneven) {
  c->total = 0;
  for (int i = c->size - 1; i >= 0; i--) {
    c->counts[i] = (int)(uneven ? c->count * (1 + (i * 5) % 4) / 4 : c->count);
    c->displacements[i] = (int)c->total;
    c->total += c->counts[i] + (uneven ? 2 : 0);
  }
  if (uneven) return;
  for (int i = 0; i < c->size; i++) c->displacements[i] = (int)(i * c->count);
}

/* buffer[first ...] must hold what `from` sent to `to`. */
static void check_block(const Case* c, short* buffer, long first, long count, int from, int to) {
  for (long i = 0; i < count; i++) {
    const short* at = element(buffer, &c->layout, first + i);
    for (int part = 0; part < c->layout.values; part++) {
      if ((unsigned short)at[c->layout.offsets[part]] != value(from, to, i, part)) {
        complain(c->report, "wrong value", c->size, c->rank, first + i);
      }
    }
    if (!gaps_are_intact(at, &c->layout)) {
      complain(c->report, "gap overwritten", c->size, c->rank, first + i);
    }
  }
}

static void check_end(const Case* c, short* buffer, long total) {
  for (long i = 0; i < SPARE_ELEMENTS; i++) {
    if (!is_untouched(element(buffer, &c->layout, total + i), &c->layout)) {
      complain(c->report, "overrun", c->size, c->rank, total + i);
    }
  }
}

/* The gaps between uneven blocks must be untouched. */
static void check_between(const Case* c, short* buffer) {
  char* used = calloc(c->total + 1, 1);
  for (int i = 0; i < c->size; i++) memset(used + c->displacements[i], 1, c->counts[i]);
  for (long i = 0; i < c->total; i++) {
    if (!used[i] && !is_untouched(element(buffer, &c->layout, i), &c->layout)) {
      complain(c->report, "data between blocks", c->size, c->rank, i);
    }
  }
  free(used);
  check_end(c, buffer, c->total);
}

static void run_bcast(Case* c) {
  short* buffer = new_buffer(&c->layout, c->count);
  if (c->rank == c->root) fill(buffer, &c->layout, 0, c->count, c->root, 0);
  MPI_Bcast(buffer, (int)c->count, c->layout.type, c->root, c->comm);
  check_block(c, buffer, 0, c->count, c->root, 0);
  check_end(c, buffer, c->count);
  free(buffer);
}

static void run_gather(Case* c, int uneven) {
  lay_out_blocks(c, uneven);
  const int is_root = c->rank == c->root;
  const long own = c->counts[c->rank];
  short* mine = new_buffer(&c->layout, own);
  short* all = is_root ? new_buffer(&c->layout, c->total) : NULL;
  const int in_place = c->in_place && is_root;
  fill(mine, &c->layout, 0, own, c->rank, 0);
  if (in_place) fill(all, &c->layout, c->displacements[c->rank], own, c->rank, 0);
  const void* in = in_place ? MPI_IN_PLACE : mine;
  if (uneven) {
    MPI_Gatherv(in, (int)own, c->layout.type, all, c->counts, c->displacements, c->layout.type,
                c->root, c->comm);
  } else {
    MPI_Gather(in, (int)own, c->layout.type, all, (int)c->count, c->layout.type, c->root, c->comm);
  }
  if (is_root) {
    for (int i = 0; i < c->size; i++) check_block(c, all, c->displacements[i], c->counts[i], i, 0);
    check_between(c, all);
  }
  check_block(c, mine, 0, own, c->rank, 0);
  free(mine);
  free(all);
}

static void run_scatter(Case* c, int uneven) {
  lay_out_blocks(c, uneven);
  const int is_root = c->rank == c->root;
  const long own = c->counts[c->rank];
  short* mine = new_buffer(&c->layout, own);
  short* all = is_root ? new_buffer(&c->layout, c->total) : NULL;
  for (int i = 0; is_root && i < c->size; i++) {
    fill(all, &c->layout, c->displacements[i], c->counts[i], c->root, i);
  }
  void* out = c->in_place && is_root ? MPI_IN_PLACE : mine;
  if (uneven) {
    MPI_Scatterv(all, c->counts, c->displacements, c->layout.type, out, (int)own, c->layout.type,
                 c->root, c->comm);
  } else {
    MPI_Scatter(all, (int)c->count, c->layout.type, out, (int)own, c->layout.type, c->root,
                c->comm);
  }
  if (out != MPI_IN_PLACE) check_block(c, mine, 0, own, c->root, c->rank);
  check_end(c, mine, own);
  for (int i = 0; is_root && i < c->size; i++) {
    check_block(c, all, c->displacements[i], c->counts[i], c->root, i);
  }
  free(mine);
  free(all);
}

static void run_allgather(Case* c, int uneven) {
  lay_out_blocks(c, uneven);
  const long own = c->counts[c->rank];
  short* mine = new_buffer(&c->layout, own);
  short* all = new_buffer(&c->layout, c->total);
  fill(mine, &c->layout, 0, own, c->rank, 0);
  if (c->in_place) fill(all, &c->layout, c->displacements[c->rank], own, c->rank, 0);
  const void* in = c->in_place ? MPI_IN_PLACE : mine;
  if (uneven) {
    MPI_Allgatherv(in, (int)own, c->layout.type, all, c->counts, c->displacements, c->layout.type,
                   c->comm);
  } else {
    MPI_Allgather(in, (int)own, c->layout.type, all, (int)c->count, c->layout.type, c->comm);
  }
  for (int i = 0; i < c->size; i++) check_block(c, all, c->displacements[i], c->counts[i], i, 0);
  check_between(c, all);
  free(mine);
  free(all);
}

static int any_alltoall(Case* c, const char* form, const void* in, short* out) {
  const MPI_Datatype type = c->layout.type;
  if (strcmp(form, "alltoall") == 0) {
    return MPI_Alltoall(in, (int)c->count, type, out, (int)c->count, type, c->comm);
  }
  if (strcmp(form, "alltoallv") == 0) {
    return MPI_Alltoallv(in, c->counts, c->displacements, type, out, c->counts, c->displacements,
                         type, c->comm);
  }
  MPI_Datatype* types = malloc(c->size * sizeof(MPI_Datatype));
  int* bytes = malloc(c->size * sizeof(int));
  for (int i = 0; i < c->size; i++) {
    types[i] = type;
    bytes[i] = c->displacements[i] * c->layout.extent * (int)sizeof(short);
  }
  const int error =
      MPI_Alltoallw(in, c->counts, bytes, types, out, c->counts, bytes, types, c->comm);
  free(types);
  free(bytes);
  return error;
}

static void run_alltoall(Case* c, const char* form) {
  const int uneven = strcmp(form, "alltoall") != 0;
  lay_out_blocks(c, 0);
  /* Ranks i and j exchange the same number of elements both ways: it depends on i + j. */
  for (int i = 0; i < c->size && uneven; i++) {
    c->counts[i] = (int)(c->count * (1 + (i + c->rank) % 4) / 4);
  }
  short* in = new_buffer(&c->layout, c->total);
  short* out = new_buffer(&c->layout, c->total);
  for (int i = 0; i < c->size; i++) {
    fill(c->in_place ? out : in, &c->layout, c->displacements[i], c->counts[i], c->rank, i);
  }
  any_alltoall(c, form, c->in_place ? MPI_IN_PLACE : in, out);
  for (int i = 0; i < c->size; i++) {
    check_block(c, out, c->displacements[i], c->counts[i], i, c->rank);
  }
  check_between(c, out);
  free(in);
  free(out);
}

static void run_one(const char* what, Case* c) {
  if (strcmp(what, "barrier") == 0) MPI_Barrier(c->comm);
  if (strcmp(what, "bcast") == 0) run_bcast(c);
  if (strcmp(what, "gather") == 0) run_gather(c, 0);
  if (strcmp(what, "gatherv") == 0) run_gather(c, 1);
  if (strcmp(what, "scatter") == 0) run_scatter(c, 0);
  if (strcmp(what, "scatterv") == 0) run_scatter(c, 1);
  if (strcmp(what, "allgather") == 0) run_allgather(c, 0);
  if (strcmp(what, "allgatherv") == 0) run_allgather(c, 1);
  if (strncmp(what, "alltoall", 8) == 0) run_alltoall(c, what);
}

/* All blocks of a rank together stay below this, so that 32 ranks fit in memory. */
enum { LARGEST_BUFFER = 200000 };

static void run_counts(const char* what, Case* c, long largest) {
  static const long counts[] = {0, 1, 1000, 100000};
  const int is_vector = strcmp(what, "bcast") == 0;
  for (int i = 0; i < 4 && counts[i] <= largest; i++) {
    c->count = counts[i];
    if (!is_vector && c->count * c->size > LARGEST_BUFFER && c->count > 1000) {
      c->count = LARGEST_BUFFER / c->size;
    }
    const int roots[] = {0, c->size / 2, c->size - 1};
    for (int r = 0; r < (counts[i] > 1000 ? 1 : 3); r++) {
      c->root = counts[i] > 1000 ? roots[1] : roots[r];
      for (c->in_place = 0; c->in_place < 2; c->in_place++) run_one(what, c);
    }
  }
}

int main(int argc, char** argv) {
  static const int sizes[] = {1, 2, 3, 5, 8, 16, 17, 32};
  MPI_Init(&argc, &argv);
  const char* what = argc > 1 ? argv[1] : "bcast";
  const long largest = argc > 2 ? atol(argv[2]) : 100000;
  Report report = {what, 0};
  int world_size, world_rank;
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  Layout layouts[2] = {plain_layout(), derived_layout()};
  for (int s = 0; s < 8 && sizes[s] <= world_size; s++) {
    Case c = {.size = sizes[s], .report = &report};
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < c.size ? 0 : MPI_UNDEFINED, world_rank, &c.comm);
    if (c.comm == MPI_COMM_NULL) continue;
    MPI_Comm_rank(c.comm, &c.rank);
    c.counts = malloc(c.size * sizeof(int));
    c.displacements = malloc(c.size * sizeof(int));
    for (int l = 0; l < 2; l++) {
      c.layout = layouts[l];
      run_counts(what, &c, largest);
    }
    free(c.counts);
    free(c.displacements);
    MPI_Comm_free(&c.comm);
  }
  MPI_Type_free(&layouts[1].type);
  int failures = 0;
  MPI_Reduce(&report.failures, &failures, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world_rank == 0) puts(failures == 0 ? "OK" : "FAILED");
  MPI_Finalize();
  return report.failures != 0;
}
