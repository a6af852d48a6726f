/* SPDX-License-Identifier: BSD-3-Clause
 * Collective reductions (MPI 6.9 - 6.12), against a fold in the order of ranks. */
#include "collective.h"
#include "operations.h"

typedef struct {
  Operation operation;
  int count; /* cells of a rank; of a whole vector */
} Reduction;

static Buffer* buffer_for_cells(const Operation* operation, long count) {
  return new_buffer(0, count * operation->extent_bytes);
}

static void mask_gap(const Operation* operation, Buffer* buffer, long cell) {
  const long place = cell * operation->extent_bytes - buffer->first_bytes;
  for (int b = operation->gap_from; b < operation->gap_end; b++) buffer->mask[place + b] = 1;
  for (int b = operation->size_bytes; operation->is_pair && b < operation->extent_bytes; b++) {
    buffer->mask[place + b] = 1;
  }
}

static void give_cells(const Operation* operation, Buffer* buffer, long count, Word key) {
  char cell[MOST_CELL_BYTES];
  for (long i = 0; i < count; i++) {
    write_cell(operation, key, i, cell);
    give_bytes(buffer, i * operation->extent_bytes, cell, operation->size_bytes);
    mask_gap(operation, buffer, i);
  }
}

/* The vector of cells first .. first + count - 1 of ranks 0 .. ranks - 1, reduced. */
static void expect_cells(const Operation* operation, Buffer* buffer, const Members* group,
                         int ranks, long first, long count) {
  char left[MOST_CELL_BYTES], result[MOST_CELL_BYTES];
  for (long i = 0; i < count; i++) {
    write_cell(operation, key_of(group->world[ranks - 1], 0), first + i, result);
    for (int r = ranks - 2; r >= 0; r--) {
      write_cell(operation, key_of(group->world[r], 0), first + i, left);
      combine_cells(operation, left, result);
    }
    expect_bytes(buffer, i * operation->extent_bytes, result, operation->size_bytes);
    mask_gap(operation, buffer, i);
  }
}

/* The data of this rank: in a buffer to send, or where the result comes. */
static void give_input(Call* call, const Operation* operation, long count, bool in_place) {
  give_cells(operation, call->operation.buffers[in_place ? 1 : 0], count, key_of(script.rank, 0));
}

static const void* input_address(const Call* call, bool in_place) {
  return in_place ? MPI_IN_PLACE : address_of(call->operation.buffers[0]);
}

static void prepare(Call* call, const Reduction* r, long in_count, long out_count, bool in_place) {
  call->operation.buffers[0] = buffer_for_cells(&r->operation, in_count);
  call->operation.buffers[1] =
      buffer_for_cells(&r->operation, in_place && in_count > out_count ? in_count : out_count);
  give_input(call, &r->operation, in_count, in_place);
}

static void reduce(Call* call, const Reduction* r) {
  const Members* leaves = leaves_of(call);
  const bool in_place = call->in_place && is_root(call);
  prepare(call, r, r->count, r->count, in_place);
  if (is_root(call)) {
    expect_cells(&r->operation, call->operation.buffers[1], leaves, leaves->size, 0, r->count);
  }
  START_ANY_COUNT(call->large, &call->operation, Reduce, Ireduce, input_address(call, in_place),
                  address_of(call->operation.buffers[1]), r->count, r->operation.type,
                  r->operation.op, root_argument(call), call->handle)
}

static void allreduce(Call* call, const Reduction* r) {
  const Members* others = partners(call->communicator);
  prepare(call, r, r->count, r->count, call->in_place);
  expect_cells(&r->operation, call->operation.buffers[1], others, others->size, 0, r->count);
  START_ANY_COUNT(call->large, &call->operation, Allreduce, Iallreduce,
                  input_address(call, call->in_place), address_of(call->operation.buffers[1]),
                  r->count, r->operation.type, r->operation.op, call->handle)
}

/* Both groups of an intercommunicator have vectors of one length: each rank gets as many cells as
 * the other group has ranks, times `count`. */
static void reduce_scatter_block(Call* call, const Reduction* r) {
  const Communicator* c = call->communicator;
  const Members* others = partners(c);
  const int mine = r->count * (c->inter ? others->size : 1);
  const int total = mine * own_group(c)->size;
  prepare(call, r, total, mine, call->in_place);
  expect_cells(&r->operation, call->operation.buffers[1], others, others->size,
               (long)mine * c->rank, mine);
  if (call->in_place) { /* what is behind the result is not defined */
    Buffer* buffer = call->operation.buffers[1];
    const long from = mine * (long)r->operation.extent_bytes - buffer->first_bytes;
    const long end = total * (long)r->operation.extent_bytes - buffer->first_bytes;
    memset(buffer->mask + from, 1, (size_t)(end - from));
  }
  START_ANY_COUNT(call->large, &call->operation, Reduce_scatter_block, Ireduce_scatter_block,
                  input_address(call, call->in_place), address_of(call->operation.buffers[1]), mine,
                  r->operation.type, r->operation.op, call->handle)
}

static void reduce_scatter(Call* call, const Reduction* r) {
  const Communicator* c = call->communicator;
  const Members *others = partners(c), *own = own_group(c);
  int* counts = calloc(MAX_RANKS, sizeof *counts);
  long total = 0, first = 0;
  for (int i = 0; i < own->size; i++) {
    counts[i] =
        c->inter ? r->count * others->size : (int)(key_of(own->world[i], 3) % (Word)(r->count + 1));
    if (i < c->rank) first += counts[i];
    total += counts[i];
  }
  prepare(call, r, total, counts[c->rank], call->in_place);
  expect_cells(&r->operation, call->operation.buffers[1], others, others->size, first,
               counts[c->rank]);
  if (call->in_place) {
    Buffer* buffer = call->operation.buffers[1];
    const long from = counts[c->rank] * (long)r->operation.extent_bytes - buffer->first_bytes;
    memset(buffer->mask + from, 1, (size_t)(buffer->size_bytes - from));
  }
  call->operation.arrays = counts;
  START(&call->operation, Reduce_scatter, Ireduce_scatter, input_address(call, call->in_place),
        address_of(call->operation.buffers[1]), counts, r->operation.type, r->operation.op,
        call->handle)
}

static void scan(Call* call, const Reduction* r) {
  const Communicator* c = call->communicator;
  prepare(call, r, r->count, r->count, call->in_place);
  expect_cells(&r->operation, call->operation.buffers[1], own_group(c), c->rank + 1, 0, r->count);
  START_ANY_COUNT(call->large, &call->operation, Scan, Iscan, input_address(call, call->in_place),
                  address_of(call->operation.buffers[1]), r->count, r->operation.type,
                  r->operation.op, call->handle)
}

static void exscan(Call* call, const Reduction* r) {
  const Communicator* c = call->communicator;
  prepare(call, r, r->count, r->count, call->in_place);
  if (c->rank == 0) { /* its result is not defined */
    expect_anything(call->operation.buffers[1]);
  } else {
    expect_cells(&r->operation, call->operation.buffers[1], own_group(c), c->rank, 0, r->count);
  }
  START_ANY_COUNT(call->large, &call->operation, Exscan, Iexscan,
                  input_address(call, call->in_place), address_of(call->operation.buffers[1]),
                  r->count, r->operation.type, r->operation.op, call->handle)
}

/* MPI_Reduce_local, on every rank for itself. */
static void reduce_local(Call* call, const Reduction* r) {
  const Members two = {2, {script.rank, script.rank}};
  call->operation.form = BLOCKING;
  call->operation.repeat = false;
  prepare(call, r, r->count, r->count, false);
  give_input(call, &r->operation, r->count, true);
  expect_cells(&r->operation, call->operation.buffers[1], &two, 2, 0, r->count);
  MPI_Reduce_local(address_of(call->operation.buffers[0]), address_of(call->operation.buffers[1]),
                   r->count, r->operation.type, r->operation.op);
}

static const struct {
  const char* name;
  void (*run)(Call*, const Reduction*);
  Wanted wanted;
} reductions[] = {{"reduce", reduce, ANY},
                  {"allreduce", allreduce, ANY},
                  {"reduce_scatter_block", reduce_scatter_block, ANY},
                  {"reduce_scatter", reduce_scatter, ANY},
                  {"scan", scan, INTRA},
                  {"exscan", exscan, INTRA},
                  {"reduce_local", reduce_local, INTRA}};

void step_reduction(Stream* stream) {
  Call call;
  Reduction reduction;
  char what[64];
  const int chosen = below(stream, sizeof reductions / sizeof reductions[0]);
  start_call(stream, reductions[chosen].wanted, &call);
  free_call(&call); /* reductions have data of their own */
  random_operation(stream, &reduction.operation);
  reduction.count = chance(stream, 80) ? between(stream, 0, 40) : between(stream, 100, 3000);
  snprintf(what, sizeof what, "%s %s", reductions[chosen].name, reduction.operation.name);
  script.what = what;
  if (is_member(call.communicator)) {
    reductions[chosen].run(&call, &reduction);
    script.what = reductions[chosen].name;
    begin(stream, call.operation);
  }
  script.what = reductions[chosen].name;
  free_operation(&reduction.operation);
}
