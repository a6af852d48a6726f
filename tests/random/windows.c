/* SPDX-License-Identifier: BSD-3-Clause
 * One-sided communication (MPI 12): windows of all kinds, epochs of all kinds.
 *
 * Every rank has the same areas in its window. In an epoch each rank may write its own slot, read
 * what nobody writes, and accumulate with one operation, whose order does not matter:
 *
 *     | slot of rank 0 | slot of rank 1 | ... | read only | accumulated | counter | swapped |
 */
#include "communicators.h"
#include "operations.h"
#include "pending.h"
#include "steps.h"

enum { CELLS = 24, MOST_OPERATIONS = 5, READ_KEY = 50, INITIAL_KEY = 51 };

typedef enum { CREATED, ALLOCATED, SHARED, DYNAMIC, KINDS } Kind_of_window;
typedef enum { FENCE, GENERAL, LOCK, LOCK_ALL, EPOCHS } Epoch;
typedef enum {
  PUT,
  REPLACE,
  GET,
  NO_OP_GET,
  ACCUMULATE,
  GET_ACCUMULATE,
  COUNT,
  SWAP,
  ACTIONS
} Action;

typedef struct {
  Action action;
  int origin, target, count, offset;
  bool spread;  /* every second cell of the target */
  bool request; /* in passive epochs: by MPI_Rput and the like */
  int lock;
} Access;

typedef struct {
  const Communicator* communicator;
  Kind_of_window kind;
  Epoch epoch;
  Operation operation;
  int size, unit_bytes, access_count;
  Access accesses[MAX_RANKS * MOST_OPERATIONS];
  MPI_Win handle;
  char* memory;              /* of this rank */
  MPI_Aint bases[MAX_RANKS]; /* displacement of each rank's memory */
  Buffer* image;
  /* What the accesses of this rank use until the epoch ends. */
  Buffer* buffers[MOST_OPERATIONS * 2];
  int64_t fetched[MOST_OPERATIONS];
  int buffer_count, fetched_count;
} Window;

static int cell_bytes(const Window* w) {
  return w->operation.size_bytes;
}
static long read_place(const Window* w) {
  return (long)w->size * CELLS * cell_bytes(w);
}
static long accumulated_place(const Window* w) {
  return read_place(w) + CELLS * (long)cell_bytes(w);
}
static long counter_place(const Window* w) {
  return (accumulated_place(w) + CELLS * (long)cell_bytes(w) + 15) / 16 * 16;
}
static long swapped_place(const Window* w) {
  return counter_place(w) + 16;
}
static long window_bytes(const Window* w) {
  return counter_place(w) + 32;
}

static void draw_accesses(Stream* stream, Window* w) {
  for (int origin = 0; origin < w->size; origin++) {
    const int count = below(stream, MOST_OPERATIONS + 1);
    bool written[MAX_RANKS] = {false};
    for (int i = 0; i < count; i++) {
      Access* a = &w->accesses[w->access_count];
      a->action = (Action)below(stream, ACTIONS);
      a->origin = origin;
      a->target = below(stream, w->size);
      a->spread = chance(stream, 30);
      a->count = between(stream, 1, a->spread ? CELLS / 2 : CELLS);
      a->offset = below(stream, CELLS - a->count * (a->spread ? 2 : 1) + 1);
      a->request = chance(stream, 30);
      a->lock = chance(stream, 50) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
      if (a->action == GET || a->action == NO_OP_GET) a->spread = false;
      if (a->action <= REPLACE && written[a->target]) continue; /* one writer, once */
      if (a->action <= REPLACE) written[a->target] = true;
      w->access_count++;
    }
  }
}

static Block cells_of(const Window* w, int count, bool spread) {
  Block block;
  make_basic(w->operation.basic, &block.type);
  block.count = count;
  if (!spread) return block;
  block.type.derived = true;
  block.type.extent_bytes = 2L * cell_bytes(w);
  MPI_Type_create_resized(w->operation.type, 0, block.type.extent_bytes, &block.type.handle);
  MPI_Type_commit(&block.type.handle);
  return block;
}

static Word access_key(const Window* w, int index) {
  return key_of(w->communicator->sides[0].world[w->accesses[index].origin], 100 + index);
}

static void mask_cell(const Window* w, Buffer* buffer, long place) {
  for (int b = w->operation.gap_from; b < w->operation.gap_end; b++) {
    buffer->mask[place - buffer->first_bytes + b] = 1;
  }
}

/* Accumulates what an access brings to the accumulated area of this rank. */
static void accumulate_here(Window* w, int index) {
  const Access* a = &w->accesses[index];
  char left[MOST_CELL_BYTES], result[MOST_CELL_BYTES];
  for (int i = 0; i < a->count; i++) {
    const long cell = a->offset + i * (a->spread ? 2 : 1);
    const long place = accumulated_place(w) + cell * cell_bytes(w);
    write_cell(&w->operation, access_key(w, index), i, left);
    memcpy(result, w->image->expected + place - w->image->first_bytes, (size_t)cell_bytes(w));
    combine_cells(&w->operation, left, result);
    expect_bytes(w->image, place, result, cell_bytes(w));
  }
}

/* What the window of this rank holds in the beginning, and at the end. */
static void draw_image(Window* w) {
  char cell[MOST_CELL_BYTES];
  const Block read_only = cells_of(w, CELLS, false);
  const Word key = key_of(script.rank, INITIAL_KEY);
  const int64_t zeros[4] = {0, 0, 0, 0};
  int64_t counter = 0;
  w->image = new_buffer(0, window_bytes(w));
  give(w->image, &read_only, all_of_at(key_of(script.rank, READ_KEY), read_place(w)));
  for (int i = 0; i < CELLS; i++) {
    const long place = accumulated_place(w) + (long)i * cell_bytes(w);
    write_cell(&w->operation, key, i, cell);
    give_bytes(w->image, place, cell, cell_bytes(w));
    mask_cell(w, w->image, place);
  }
  give_bytes(w->image, counter_place(w), zeros, sizeof zeros);
  memcpy(w->memory, w->image->memory - w->image->first_bytes, (size_t)window_bytes(w));
  for (int i = 0; i < w->access_count; i++) {
    const Access* a = &w->accesses[i];
    if (a->target != w->communicator->rank) continue;
    if (a->action == PUT || a->action == REPLACE) {
      Block block = cells_of(w, a->count, a->spread);
      const long cell_index = (long)a->origin * CELLS + a->offset;
      expect(w->image, &block, all_of_at(access_key(w, i), cell_index * cell_bytes(w)));
      free_type(&block.type);
    }
    if (a->action == ACCUMULATE || a->action == GET_ACCUMULATE) accumulate_here(w, i);
    counter += a->action == COUNT;
  }
  expect_bytes(w->image, counter_place(w), &counter, sizeof counter);
  memset(w->image->mask + swapped_place(w) - w->image->first_bytes, 1, sizeof(int64_t));
}

static void make_window(Window* w) {
  const MPI_Comm comm = w->communicator->handle;
  const MPI_Aint bytes = window_bytes(w);
  MPI_Aint mine = 0;
  int same_host = 0, all = 0;
  MPI_Comm host;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &same_host);
  MPI_Comm_free(&host);
  MPI_Allreduce(&same_host, &all, 1, MPI_INT, MPI_MIN, comm);
  if (w->kind == SHARED && all < w->size) w->kind = ALLOCATED;
  if (w->kind == CREATED || w->kind == DYNAMIC) {
    MPI_Alloc_mem(bytes, MPI_INFO_NULL, &w->memory);
  }
  if (w->kind == CREATED) {
    MPI_Win_create(w->memory, bytes, w->unit_bytes, MPI_INFO_NULL, comm, &w->handle);
  }
  if (w->kind == ALLOCATED) {
    MPI_Win_allocate(bytes, w->unit_bytes, MPI_INFO_NULL, comm, &w->memory, &w->handle);
  }
  if (w->kind == SHARED) {
    MPI_Win_allocate_shared(bytes, w->unit_bytes, MPI_INFO_NULL, comm, &w->memory, &w->handle);
  }
  if (w->kind == DYNAMIC) {
    MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &w->handle);
    MPI_Win_attach(w->handle, w->memory, bytes);
    MPI_Get_address(w->memory, &mine);
    w->unit_bytes = 1;
  }
  MPI_Allgather(&mine, 1, MPI_AINT, w->bases, 1, MPI_AINT, comm);
}

static void free_window(Window* w) {
  if (w->kind == DYNAMIC) MPI_Win_detach(w->handle, w->memory);
  MPI_Win_free(&w->handle);
  if (w->kind == CREATED || w->kind == DYNAMIC) MPI_Free_mem(w->memory);
}

static Buffer* keep(Window* w, Buffer* buffer) {
  w->buffers[w->buffer_count++] = buffer;
  return buffer;
}

static MPI_Aint displacement(const Window* w, const Access* a, long place) {
  return w->bases[a->target] + place / w->unit_bytes;
}

static void write_slot(Window* w, int index, const Block* from, const Block* to,
                       MPI_Request* request) {
  const Access* a = &w->accesses[index];
  Buffer* buffer = keep(w, buffer_for(from));
  give(buffer, from, all_of(access_key(w, index)));
  const MPI_Aint at = displacement(w, a, ((long)a->origin * CELLS + a->offset) * cell_bytes(w));
  const void* data = address_of(buffer);
  const MPI_Datatype type = from->type.handle, target_type = to->type.handle;
  if (a->action == PUT && request == NULL) {
    MPI_Put(data, from->count, type, a->target, at, to->count, target_type, w->handle);
  } else if (a->action == PUT) {
    MPI_Rput(data, from->count, type, a->target, at, to->count, target_type, w->handle, request);
  } else if (request == NULL) {
    MPI_Accumulate(data, from->count, type, a->target, at, to->count, target_type, MPI_REPLACE,
                   w->handle);
  } else {
    MPI_Raccumulate(data, from->count, type, a->target, at, to->count, target_type, MPI_REPLACE,
                    w->handle, request);
  }
}

static void read_cells(Window* w, int index, const Block* to, const Block* from,
                       MPI_Request* request) {
  const Access* a = &w->accesses[index];
  Buffer* buffer = keep(w, buffer_for(to));
  Content content = all_of(key_of(w->communicator->sides[0].world[a->target], READ_KEY));
  content.first_element = a->offset;
  expect(buffer, to, content);
  const MPI_Aint at = displacement(w, a, read_place(w) + (long)a->offset * cell_bytes(w));
  void* data = address_of(buffer);
  const MPI_Datatype type = to->type.handle, target_type = from->type.handle;
  if (a->action == GET && request == NULL) {
    MPI_Get(data, to->count, type, a->target, at, from->count, target_type, w->handle);
  } else if (a->action == GET) {
    MPI_Rget(data, to->count, type, a->target, at, from->count, target_type, w->handle, request);
  } else if (request == NULL) {
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, data, to->count, type, a->target, at,
                       from->count, target_type, MPI_NO_OP, w->handle);
  } else {
    MPI_Rget_accumulate(NULL, 0, MPI_DATATYPE_NULL, data, to->count, type, a->target, at,
                        from->count, target_type, MPI_NO_OP, w->handle, request);
  }
}

static void accumulate(Window* w, int index, const Block* to, MPI_Request* request) {
  const Access* a = &w->accesses[index];
  char cell[MOST_CELL_BYTES];
  const long size_bytes = (long)a->count * cell_bytes(w);
  Buffer *buffer = keep(w, new_buffer(0, size_bytes)), *result = new_buffer(0, size_bytes);
  for (int i = 0; i < a->count; i++) {
    write_cell(&w->operation, access_key(w, index), i, cell);
    give_bytes(buffer, (long)i * cell_bytes(w), cell, cell_bytes(w));
  }
  expect_anything(keep(w, result)); /* depends on the order */
  const MPI_Aint at = displacement(w, a, accumulated_place(w) + (long)a->offset * cell_bytes(w));
  const void* data = address_of(buffer);
  const MPI_Datatype type = w->operation.type, target_type = to->type.handle;
  const MPI_Op op = w->operation.op;
  if (a->action == ACCUMULATE && request == NULL) {
    MPI_Accumulate(data, a->count, type, a->target, at, to->count, target_type, op, w->handle);
  } else if (a->action == ACCUMULATE) {
    MPI_Raccumulate(data, a->count, type, a->target, at, to->count, target_type, op, w->handle,
                    request);
  } else if (request == NULL) {
    MPI_Get_accumulate(data, a->count, type, address_of(result), a->count, type, a->target, at,
                       to->count, target_type, op, w->handle);
  } else {
    MPI_Rget_accumulate(data, a->count, type, address_of(result), a->count, type, a->target, at,
                        to->count, target_type, op, w->handle, request);
  }
}

static void access_counters(Window* w, const Access* a) {
  static const int64_t one = 1, zero = 0;
  static int64_t mark;
  int64_t* old = &w->fetched[w->fetched_count++];
  mark = w->communicator->rank + 1;
  if (a->action == COUNT) {
    MPI_Fetch_and_op(&one, old, MPI_INT64_T, a->target, displacement(w, a, counter_place(w)),
                     MPI_SUM, w->handle);
  } else {
    MPI_Compare_and_swap(&mark, &zero, old, MPI_INT64_T, a->target,
                         displacement(w, a, swapped_place(w)), w->handle);
  }
}

static void access_target(Stream* own, Window* w, int index) {
  const Access* a = &w->accesses[index];
  MPI_Request request = MPI_REQUEST_NULL, *by_request = NULL;
  Block cells = cells_of(w, a->count, false), layout, target = cells_of(w, a->count, a->spread);
  variant_of(own, &cells, &layout);
  if (a->request && (w->epoch == LOCK || w->epoch == LOCK_ALL)) by_request = &request;
  switch (a->action) {
    case PUT:
    case REPLACE:
      write_slot(w, index, &layout, &target, by_request);
      break;
    case GET:
    case NO_OP_GET:
      read_cells(w, index, &layout, &target, by_request);
      break;
    case ACCUMULATE:
    case GET_ACCUMULATE:
      accumulate(w, index, &target, by_request);
      break;
    default:
      access_counters(w, a);
  }
  free_type(&layout.type);
  free_type(&target.type);
  if (by_request != NULL && chance(own, 30)) MPI_Win_flush_local(a->target, w->handle);
  if (by_request != NULL) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void open_epoch(Window* w, MPI_Group group) {
  if (w->epoch == FENCE) MPI_Win_fence(0, w->handle);
  if (w->epoch == GENERAL) {
    MPI_Win_post(group, 0, w->handle);
    MPI_Win_start(group, 0, w->handle);
  }
  if (w->epoch == LOCK_ALL) MPI_Win_lock_all(0, w->handle);
}

static void close_epoch(Stream* own, Window* w) {
  if (w->epoch == FENCE) MPI_Win_fence(MPI_MODE_NOSUCCEED, w->handle);
  if (w->epoch == GENERAL) {
    MPI_Win_complete(w->handle);
    MPI_Win_wait(w->handle);
  }
  if (w->epoch == LOCK_ALL) {
    if (chance(own, 50)) MPI_Win_flush_all(w->handle);
    MPI_Win_unlock_all(w->handle);
  }
}

static void access_all(Stream* own, Window* w) {
  for (int i = 0; i < w->access_count; i++) {
    const Access* a = &w->accesses[i];
    if (a->origin != w->communicator->rank) continue;
    if (w->epoch == LOCK) MPI_Win_lock(a->lock, a->target, 0, w->handle);
    access_target(own, w, i);
    if (w->epoch == LOCK && chance(own, 30)) MPI_Win_flush(a->target, w->handle);
    if (w->epoch == LOCK) MPI_Win_unlock(a->target, w->handle);
  }
}

static void check_window(Window* w) {
  int64_t swapped;
  MPI_Barrier(w->communicator->handle);
  MPI_Win_lock(MPI_LOCK_SHARED, w->communicator->rank, 0, w->handle);
  memcpy(w->image->memory - w->image->first_bytes, w->memory, (size_t)window_bytes(w));
  MPI_Win_unlock(w->communicator->rank, w->handle);
  check_buffer(w->image);
  memcpy(&swapped, w->memory + swapped_place(w), sizeof swapped);
  REQUIRE(swapped >= 0 && swapped <= w->size, "a swapped value %lld", (long long)swapped);
  for (int i = 0; i < w->buffer_count; i++) {
    check_buffer(w->buffers[i]);
    free_buffer(w->buffers[i]);
  }
  for (int i = 0; i < w->fetched_count; i++) {
    REQUIRE(w->fetched[i] >= 0 && w->fetched[i] <= w->access_count, "a fetched value %lld",
            (long long)w->fetched[i]);
  }
  MPI_Barrier(w->communicator->handle);
  free_buffer(w->image);
}

void step_window(Stream* stream) {
  Window* w = calloc(1, sizeof *w);
  MPI_Group group;
  Stream own = own_stream();
  w->communicator = choose_communicator(stream, INTRA);
  w->size = w->communicator->sides[0].size;
  w->kind = (Kind_of_window)below(stream, KINDS);
  w->epoch = (Epoch)below(stream, EPOCHS);
  random_predefined_operation(stream, &w->operation);
  w->unit_bytes = chance(stream, 50) ? 1 : cell_bytes(w);
  draw_accesses(stream, w);
  if (is_member(w->communicator)) {
    make_window(w);
    draw_image(w);
    MPI_Comm_group(w->communicator->handle, &group);
    MPI_Barrier(w->communicator->handle);
    open_epoch(w, group);
    access_all(&own, w);
    close_epoch(&own, w);
    check_window(w);
    MPI_Group_free(&group);
    free_window(w);
  }
  free(w);
}
