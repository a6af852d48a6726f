/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives with a count for each rank (MPI 6.5 - 6.8) and those of neighbours (MPI 8.6).
 *
 * What rank i has for rank j is a number of copies of the data of the call, known to all. A rank
 * keeps its pieces in any order, with gaps. */
#include "collective.h"

enum { MOST_COPIES = 3 };

/* The arguments of one side of a call: pieces of one layout, or each with its own (alltoallw). */
typedef struct {
  int counts[MOST_EDGES], displacements[MOST_EDGES];
  MPI_Count large_counts[MOST_EDGES];
  MPI_Aint large_displacements[MOST_EDGES]; /* the same, or bytes for types of their own */
  MPI_Datatype types[MOST_EDGES];
  Block pieces[MOST_EDGES];
  long places_bytes[MOST_EDGES];
  Block layout;
  Buffer* buffer;
} Side;

typedef struct {
  Side out, in;
} Arrays;

/* How many copies go from one rank of the world to another. */
static int copies(const Call* call, int from, int to) {
  const bool symmetric = call->in_place;
  const int low = symmetric && to < from ? to : from, high = low == from ? to : from;
  return (int)(mix(key_of(low, 0), (Word)(high + 7)) % (MOST_COPIES + 1));
}

/* Pieces of copies[i] copies each, in any order, some gaps between. */
static void place_pieces(Call* call, Side* side, int count, const int* copies_of) {
  int order[MOST_EDGES], starts[MOST_EDGES], slots = 0;
  shuffle(&call->own, count, order);
  for (int i = 0; i < count; i++) {
    slots += chance(&call->own, script.cautious ? 0 : 20);
    starts[order[i]] = slots;
    slots += copies_of[order[i]];
  }
  side->layout = layout_of(call, slots);
  side->buffer = buffer_for_blocks(&side->layout, slots);
  for (int i = 0; i < count; i++) {
    side->counts[i] = copies_of[i] * side->layout.count;
    side->displacements[i] = starts[i] * side->layout.count;
    side->large_counts[i] = side->counts[i];
    side->large_displacements[i] = side->displacements[i];
    side->pieces[i] = side->layout;
    side->pieces[i].count = side->counts[i];
    side->places_bytes[i] = starts[i] * stride_bytes(&side->layout);
  }
}

/* The same, but each piece has a layout of its own and a place in bytes. */
static void place_types(Call* call, Side* side, int count, const int* copies_of) {
  long place = 0;
  memset(&side->layout, 0, sizeof side->layout);
  for (int i = 0; i < count; i++) {
    long first, end;
    side->pieces[i] = layout_of(call, copies_of[i]);
    side->pieces[i].count *= copies_of[i];
    touched_bytes(&side->pieces[i].type, side->pieces[i].count, &first, &end);
    if (first < 0) place += (-first + 15) / 16 * 16;
    side->places_bytes[i] = place;
    place += (end + 16) / 16 * 16;
    side->counts[i] = side->pieces[i].count;
    side->large_counts[i] = side->counts[i];
    side->displacements[i] = (int)side->places_bytes[i];
    side->large_displacements[i] = side->places_bytes[i];
    side->types[i] = side->pieces[i].type.handle;
  }
  side->buffer = new_buffer(-1024, place + 1024);
}

static void free_pieces(Side* side, int count) {
  for (int i = 0; i < count; i++) free_type(&side->pieces[i].type);
}

static void give_piece(Side* side, int i, Word key) {
  give(side->buffer, &side->pieces[i], all_of_at(key, side->places_bytes[i]));
}

static void expect_piece(Side* side, int i, Word key) {
  expect(side->buffer, &side->pieces[i], all_of_at(key, side->places_bytes[i]));
}

static void begin_vector(Stream* stream, Call* call, Arrays* arrays) {
  call->operation.arrays = arrays;
  call->operation.buffers[0] = arrays->out.buffer;
  call->operation.buffers[1] = arrays->in.buffer;
  begin_call(stream, call, &arrays->out.layout, &arrays->in.layout);
}

static void gatherv(Stream* stream, Call* call) {
  const Members* leaves = leaves_of(call);
  Arrays* a = calloc(1, sizeof *a);
  int all[MAX_RANKS], mine = copies(call, script.rank, 0);
  for (int i = 0; i < leaves->size; i++) all[i] = copies(call, leaves->world[i], 0);
  place_pieces(call, &a->out, 1, &mine);
  place_pieces(call, &a->in, leaves->size, all);
  give_piece(&a->out, 0, key_of(script.rank, 0));
  if (is_root(call) && call->in_place) give_piece(&a->in, call->root, key_of(script.rank, 0));
  for (int i = 0; i < leaves->size && is_root(call); i++) {
    expect_piece(&a->in, i, key_of(leaves->world[i], 0));
  }
  const void* sent = is_root(call) && call->in_place
                         ? MPI_IN_PLACE
                         : (char*)address_of(a->out.buffer) + a->out.places_bytes[0];
  void* received = address_of(a->in.buffer);
  if (call->large) {
    START_LARGE(&call->operation, Gatherv, Igatherv, sent, a->out.counts[0],
                a->out.layout.type.handle, received, a->in.large_counts, a->in.large_displacements,
                a->in.layout.type.handle, root_argument(call), call->handle)
  } else {
    START(&call->operation, Gatherv, Igatherv, sent, a->out.counts[0], a->out.layout.type.handle,
          received, a->in.counts, a->in.displacements, a->in.layout.type.handle,
          root_argument(call), call->handle)
  }
  begin_vector(stream, call, a);
}

static void scatterv(Stream* stream, Call* call) {
  const Members* leaves = leaves_of(call);
  Arrays* a = calloc(1, sizeof *a);
  int all[MAX_RANKS], mine = copies(call, script.rank, 0);
  for (int i = 0; i < leaves->size; i++) all[i] = copies(call, leaves->world[i], 0);
  place_pieces(call, &a->out, leaves->size, all);
  place_pieces(call, &a->in, 1, &mine);
  for (int i = 0; i < leaves->size && is_root(call); i++) give_piece(&a->out, i, root_key(call, i));
  const bool in_place = is_root(call) && call->in_place;
  if (is_leaf(call) && !in_place) {
    expect_piece(&a->in, 0, root_key(call, call->communicator->rank));
  }
  const void* sent = address_of(a->out.buffer);
  void* received =
      in_place ? MPI_IN_PLACE : (char*)address_of(a->in.buffer) + a->in.places_bytes[0];
  if (call->large) {
    START_LARGE(&call->operation, Scatterv, Iscatterv, sent, a->out.large_counts,
                a->out.large_displacements, a->out.layout.type.handle, received, a->in.counts[0],
                a->in.layout.type.handle, root_argument(call), call->handle)
  } else {
    START(&call->operation, Scatterv, Iscatterv, sent, a->out.counts, a->out.displacements,
          a->out.layout.type.handle, received, a->in.counts[0], a->in.layout.type.handle,
          root_argument(call), call->handle)
  }
  begin_vector(stream, call, a);
}

static void allgatherv(Stream* stream, Call* call) {
  const Members* others = partners(call->communicator);
  Arrays* a = calloc(1, sizeof *a);
  int all[MAX_RANKS], mine = copies(call, script.rank, 0);
  for (int i = 0; i < others->size; i++) all[i] = copies(call, others->world[i], 0);
  place_pieces(call, &a->out, 1, &mine);
  place_pieces(call, &a->in, others->size, all);
  give_piece(&a->out, 0, key_of(script.rank, 0));
  if (call->in_place) give_piece(&a->in, call->communicator->rank, key_of(script.rank, 0));
  for (int i = 0; i < others->size; i++) expect_piece(&a->in, i, key_of(others->world[i], 0));
  const void* sent =
      call->in_place ? MPI_IN_PLACE : (char*)address_of(a->out.buffer) + a->out.places_bytes[0];
  void* received = address_of(a->in.buffer);
  if (call->large) {
    START_LARGE(&call->operation, Allgatherv, Iallgatherv, sent, a->out.counts[0],
                a->out.layout.type.handle, received, a->in.large_counts, a->in.large_displacements,
                a->in.layout.type.handle, call->handle)
  } else {
    START(&call->operation, Allgatherv, Iallgatherv, sent, a->out.counts[0],
          a->out.layout.type.handle, received, a->in.counts, a->in.displacements,
          a->in.layout.type.handle, call->handle)
  }
  begin_vector(stream, call, a);
}

/* What goes to each of the partners, and what comes from them. */
static void place_all(Call* call, Arrays* a, bool typed) {
  const Members* others = partners(call->communicator);
  const int rank = call->communicator->rank;
  int out[MAX_RANKS], in[MAX_RANKS];
  for (int i = 0; i < others->size; i++) {
    out[i] = copies(call, script.rank, others->world[i]);
    in[i] = copies(call, others->world[i], script.rank);
  }
  (typed ? place_types : place_pieces)(call, &a->out, others->size, out);
  (typed ? place_types : place_pieces)(call, &a->in, others->size, in);
  for (int i = 0; i < others->size; i++) {
    give_piece(&a->out, i, key_of(script.rank, i));
    if (call->in_place) give_piece(&a->in, i, key_of(script.rank, i));
  }
  for (int i = 0; i < others->size; i++) expect_piece(&a->in, i, key_of(others->world[i], rank));
}

static void alltoallv(Stream* stream, Call* call) {
  Arrays* a = calloc(1, sizeof *a);
  place_all(call, a, false);
  const void* sent = call->in_place ? MPI_IN_PLACE : address_of(a->out.buffer);
  void* received = address_of(a->in.buffer);
  if (call->large) {
    START_LARGE(&call->operation, Alltoallv, Ialltoallv, sent, a->out.large_counts,
                a->out.large_displacements, a->out.layout.type.handle, received, a->in.large_counts,
                a->in.large_displacements, a->in.layout.type.handle, call->handle)
  } else {
    START(&call->operation, Alltoallv, Ialltoallv, sent, a->out.counts, a->out.displacements,
          a->out.layout.type.handle, received, a->in.counts, a->in.displacements,
          a->in.layout.type.handle, call->handle)
  }
  begin_vector(stream, call, a);
}

static void alltoallw(Stream* stream, Call* call) {
  Arrays* a = calloc(1, sizeof *a);
  place_all(call, a, true);
  const void* sent = call->in_place ? MPI_IN_PLACE : address_of(a->out.buffer);
  void* received = address_of(a->in.buffer);
  if (call->large) {
    START_LARGE(&call->operation, Alltoallw, Ialltoallw, sent, a->out.large_counts,
                a->out.large_displacements, a->out.types, received, a->in.large_counts,
                a->in.large_displacements, a->in.types, call->handle)
  } else {
    START(&call->operation, Alltoallw, Ialltoallw, sent, a->out.counts, a->out.displacements,
          a->out.types, received, a->in.counts, a->in.displacements, a->in.types, call->handle)
  }
  free_pieces(&a->out, partners(call->communicator)->size);
  free_pieces(&a->in, partners(call->communicator)->size);
  begin_vector(stream, call, a);
}

static const struct {
  const char* name;
  void (*run)(Stream*, Call*);
} collectives[] = {{"gatherv", gatherv},
                   {"scatterv", scatterv},
                   {"allgatherv", allgatherv},
                   {"alltoallv", alltoallv},
                   {"alltoallw", alltoallw}};

void step_vector_collective(Stream* stream) {
  Call call;
  const int chosen = below(stream, sizeof collectives / sizeof collectives[0]);
  script.what = collectives[chosen].name;
  start_call(stream, ANY, &call);
  if (is_member(call.communicator)) {
    collectives[chosen].run(stream, &call);
  } else {
    free_call(&call);
  }
}

/* The neighbours of this rank. */
typedef struct {
  int out_count, in_count;
  int out[MOST_EDGES], in[MOST_EDGES]; /* ranks, or MPI_PROC_NULL */
} Neighbors;

static bool is_doubled(int count, const int* ranks) {
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < i; j++) {
      if (ranks[i] == ranks[j] && ranks[i] != MPI_PROC_NULL) return true;
    }
  }
  return false;
}

/* Is a rank twice a neighbour of another, as in a short ring? Then both blocks between them could
 * be told from each other by their order only, on which implementations do not agree. */
static bool has_double_edges(const Communicator* communicator) {
  int found[MOST_EDGES];
  for (int r = 0; r < communicator->sides[0].size; r++) {
    if (is_doubled(sources_of(communicator, r, found), found)) return true;
  }
  return false;
}

static int world_rank_of(const Call* call, int rank) {
  return rank == MPI_PROC_NULL ? MAX_RANKS : call->communicator->sides[0].world[rank];
}

/* All neighbours get the same data: neighbor_allgatherv, or with one count neighbor_allgather. */
static void neighbor_allgather(Stream* stream, Call* call, const Neighbors* n, bool vector) {
  Arrays* a = calloc(1, sizeof *a);
  int all[MOST_EDGES], mine = vector ? copies(call, script.rank, 0) : 1;
  for (int i = 0; i < n->in_count; i++) {
    all[i] = vector ? copies(call, world_rank_of(call, n->in[i]), 0) : 1;
  }
  place_pieces(call, &a->out, 1, &mine);
  place_pieces(call, &a->in, n->in_count, all);
  give_piece(&a->out, 0, key_of(script.rank, 0));
  for (int i = 0; i < n->in_count; i++) {
    if (!vector) a->in.places_bytes[i] = i * stride_bytes(&a->in.layout);
    if (n->in[i] != MPI_PROC_NULL) {
      expect_piece(&a->in, i, key_of(world_rank_of(call, n->in[i]), 0));
    }
  }
  const void* sent = (char*)address_of(a->out.buffer) + a->out.places_bytes[0];
  void* received = address_of(a->in.buffer);
  if (vector) {
    START(&call->operation, Neighbor_allgatherv, Ineighbor_allgatherv, sent, a->out.counts[0],
          a->out.layout.type.handle, received, a->in.counts, a->in.displacements,
          a->in.layout.type.handle, call->handle)
  } else {
    START_ANY_COUNT(call->large, &call->operation, Neighbor_allgather, Ineighbor_allgather, sent,
                    a->out.counts[0], a->out.layout.type.handle, received, a->in.layout.count,
                    a->in.layout.type.handle, call->handle)
  }
  begin_vector(stream, call, a);
}

typedef enum { EQUAL, COUNTS, TYPES } Counts;

static void place_neighbors(Call* call, Arrays* a, const Neighbors* n, Counts form) {
  int out[MOST_EDGES], in[MOST_EDGES];
  for (int i = 0; i < n->out_count; i++) {
    out[i] = form == EQUAL ? 1 : copies(call, script.rank, world_rank_of(call, n->out[i]));
  }
  for (int i = 0; i < n->in_count; i++) {
    in[i] = form == EQUAL ? 1 : copies(call, world_rank_of(call, n->in[i]), script.rank);
  }
  (form == TYPES ? place_types : place_pieces)(call, &a->out, n->out_count, out);
  (form == TYPES ? place_types : place_pieces)(call, &a->in, n->in_count, in);
  for (int i = 0; i < n->out_count; i++) {
    if (form == EQUAL) a->out.places_bytes[i] = i * stride_bytes(&a->out.layout);
    if (n->out[i] != MPI_PROC_NULL) give_piece(&a->out, i, key_of(script.rank, n->out[i]));
  }
  for (int i = 0; i < n->in_count; i++) {
    if (form == EQUAL) a->in.places_bytes[i] = i * stride_bytes(&a->in.layout);
    if (n->in[i] == MPI_PROC_NULL) continue;
    expect_piece(&a->in, i, key_of(world_rank_of(call, n->in[i]), call->communicator->rank));
  }
}

static void neighbor_alltoall(Stream* stream, Call* call, const Neighbors* n, Counts form) {
  Arrays* a = calloc(1, sizeof *a);
  place_neighbors(call, a, n, form);
  const void* sent = address_of(a->out.buffer);
  void* received = address_of(a->in.buffer);
  if (form == EQUAL) {
    START_ANY_COUNT(call->large, &call->operation, Neighbor_alltoall, Ineighbor_alltoall, sent,
                    a->out.layout.count, a->out.layout.type.handle, received, a->in.layout.count,
                    a->in.layout.type.handle, call->handle)
  } else if (form == COUNTS) {
    START(&call->operation, Neighbor_alltoallv, Ineighbor_alltoallv, sent, a->out.counts,
          a->out.displacements, a->out.layout.type.handle, received, a->in.counts,
          a->in.displacements, a->in.layout.type.handle, call->handle)
  } else {
    START(&call->operation, Neighbor_alltoallw, Ineighbor_alltoallw, sent, a->out.counts,
          a->out.large_displacements, a->out.types, received, a->in.counts,
          a->in.large_displacements, a->in.types, call->handle)
    free_pieces(&a->out, n->out_count);
    free_pieces(&a->in, n->in_count);
  }
  begin_vector(stream, call, a);
}

void step_neighborhood(Stream* stream) {
  Call call;
  Neighbors n;
  if (choose_communicator(stream, WITH_TOPOLOGY) == NULL) return;
  start_call(stream, WITH_TOPOLOGY, &call);
  call.in_place = false;
  const int forms = has_double_edges(call.communicator) ? 2 : script.cautious ? 4 : 5;
  const int form = below(stream, forms);
  if (!is_member(call.communicator)) {
    free_call(&call);
    return;
  }
  n.out_count = destinations_of(call.communicator, call.communicator->rank, n.out);
  n.in_count = sources_of(call.communicator, call.communicator->rank, n.in);
  if (form < 2) {
    neighbor_allgather(stream, &call, &n, form == 1);
  } else {
    neighbor_alltoall(stream, &call, &n, (Counts)(form - 2));
  }
}
