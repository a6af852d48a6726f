/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that move data, with equal counts (MPI 6.4 - 6.8). */
#include "collective.h"

enum { MOST_BYTES = 2000000 }; /* that all ranks together receive in a call */

void random_block(Stream* stream, Block* block) {
  const int kind = below(stream, 10);
  if (kind < 6) {
    random_type(stream, between(stream, 1, 3),
                chance(stream, 40) ? below(stream, basic_count()) : -1, &block->type);
    block->count = chance(stream, 10) ? 0 : between(stream, 1, 5);
  } else {
    make_basic(below(stream, basic_count()), &block->type);
    block->count = kind < 9 ? between(stream, 0, 200) : between(stream, 1000, 9000);
  }
}

void start_call(Stream* stream, Wanted wanted, Call* call) {
  memset(call, 0, sizeof *call);
  call->communicator = choose_communicator(stream, wanted);
  call->handle = call->communicator->handle;
  call->operation.form = (Form)below(stream, script.cautious ? PERSISTENT : FORMS);
  call->operation.repeat = call->operation.form == PERSISTENT && chance(stream, 50);
  call->operation.request = MPI_REQUEST_NULL;
  call->in_place = chance(stream, 30) && !call->communicator->inter;
  call->large = chance(stream, 30) && !script.cautious;
  call->root = below(stream, call->communicator->sides[0].size);
  call->own = own_stream();
  random_block(stream, &call->data);
  const int size = call->communicator->sides[0].size + call->communicator->sides[1].size;
  const int most = MOST_BYTES / (16 * call->data.type.length * size * size);
  if (call->data.count > most) call->data.count = most + 1;
}

void free_call(Call* call) {
  free_type(&call->data.type);
}

Block layout_of(Call* call, int blocks) {
  Block all = call->data, layout;
  all.count *= blocks;
  variant_of(&call->own, &all, &layout);
  layout.count = blocks == 0 ? 0 : layout.count / blocks;
  return layout;
}

long stride_bytes(const Block* block) {
  return block->count * block->type.extent_bytes;
}

Buffer* buffer_for_blocks(const Block* block, int blocks) {
  Block all = *block;
  all.count *= blocks;
  return buffer_for(&all);
}

bool is_root(const Call* call) {
  return call->communicator->side == 0 && call->communicator->rank == call->root;
}

int root_argument(const Call* call) {
  if (!call->communicator->inter || call->communicator->side == 1) return call->root;
  return is_root(call) ? MPI_ROOT : MPI_PROC_NULL;
}

void begin_call(Stream* stream, Call* call, Block* first, Block* second) {
  free_type(&first->type);
  free_type(&second->type);
  free_call(call);
  begin(stream, call->operation);
}

const Members* leaves_of(const Call* call) {
  return &call->communicator->sides[call->communicator->inter ? 1 : 0];
}

bool is_leaf(const Call* call) {
  return !call->communicator->inter || call->communicator->side == 1;
}

Word root_key(const Call* call, int index) {
  return key_of(call->communicator->sides[0].world[call->root], index);
}

static void barrier(Stream* stream, Call* call) {
  Block none = call->data, also_none = none;
  none.type.derived = also_none.type.derived = false;
  START(&call->operation, Barrier, Ibarrier, call->handle)
  begin_call(stream, call, &none, &also_none);
}

static void broadcast(Stream* stream, Call* call) {
  Block data = layout_of(call, 1), none = data;
  none.type.derived = false;
  Buffer* buffer = buffer_for(&data);
  if (is_root(call)) give(buffer, &data, all_of(root_key(call, 0)));
  if (is_leaf(call)) expect(buffer, &data, all_of(root_key(call, 0)));
  START_ANY_COUNT(call->large, &call->operation, Bcast, Ibcast, address_of(buffer), data.count,
                  data.type.handle, root_argument(call), call->handle)
  call->operation.buffers[0] = buffer;
  begin_call(stream, call, &data, &none);
}

static void gather(Stream* stream, Call* call) {
  const Members* leaves = leaves_of(call);
  Block mine = layout_of(call, 1), all = layout_of(call, leaves->size);
  Buffer *out = buffer_for(&mine), *in = buffer_for_blocks(&all, leaves->size);
  const void* sent = address_of(out);
  const Word key = key_of(script.rank, 0);
  give(out, &mine, all_of(key));
  if (is_root(call)) {
    if (call->in_place) {
      give(in, &all, all_of_at(key, call->root * stride_bytes(&all)));
      sent = MPI_IN_PLACE;
    }
    for (int i = 0; i < leaves->size; i++) {
      expect(in, &all, all_of_at(key_of(leaves->world[i], 0), i * stride_bytes(&all)));
    }
  }
  START_ANY_COUNT(call->large, &call->operation, Gather, Igather, sent, mine.count,
                  mine.type.handle, address_of(in), all.count, all.type.handle, root_argument(call),
                  call->handle)
  call->operation.buffers[0] = out;
  call->operation.buffers[1] = in;
  begin_call(stream, call, &mine, &all);
}

static void scatter(Stream* stream, Call* call) {
  const Members* leaves = leaves_of(call);
  Block mine = layout_of(call, 1), all = layout_of(call, leaves->size);
  Buffer *in = buffer_for(&mine), *out = buffer_for_blocks(&all, leaves->size);
  void* received = address_of(in);
  if (is_root(call)) {
    for (int i = 0; i < leaves->size; i++) {
      give(out, &all, all_of_at(root_key(call, i), i * stride_bytes(&all)));
    }
  }
  if (is_root(call) && call->in_place) {
    received = MPI_IN_PLACE;
  } else if (is_leaf(call)) {
    expect(in, &mine, all_of(root_key(call, call->communicator->rank)));
  }
  START_ANY_COUNT(call->large, &call->operation, Scatter, Iscatter, address_of(out), all.count,
                  all.type.handle, received, mine.count, mine.type.handle, root_argument(call),
                  call->handle)
  call->operation.buffers[0] = in;
  call->operation.buffers[1] = out;
  begin_call(stream, call, &mine, &all);
}

static void allgather(Stream* stream, Call* call) {
  const Members* others = partners(call->communicator);
  Block mine = layout_of(call, 1), all = layout_of(call, others->size);
  Buffer *out = buffer_for(&mine), *in = buffer_for_blocks(&all, others->size);
  const Word key = key_of(script.rank, 0);
  give(out, &mine, all_of(key));
  if (call->in_place) {
    give(in, &all, all_of_at(key, call->communicator->rank * stride_bytes(&all)));
  }
  for (int i = 0; i < others->size; i++) {
    expect(in, &all, all_of_at(key_of(others->world[i], 0), i * stride_bytes(&all)));
  }
  START_ANY_COUNT(call->large, &call->operation, Allgather, Iallgather,
                  call->in_place ? MPI_IN_PLACE : address_of(out), mine.count, mine.type.handle,
                  address_of(in), all.count, all.type.handle, call->handle)
  call->operation.buffers[0] = out;
  call->operation.buffers[1] = in;
  begin_call(stream, call, &mine, &all);
}

static void alltoall(Stream* stream, Call* call) {
  const Members* others = partners(call->communicator);
  const int rank = call->communicator->rank;
  Block sent = layout_of(call, others->size), received = layout_of(call, others->size);
  Buffer* out = buffer_for_blocks(&sent, others->size);
  Buffer* in = buffer_for_blocks(&received, others->size);
  for (int i = 0; i < others->size; i++) {
    const Word key = key_of(script.rank, i);
    give(out, &sent, all_of_at(key, i * stride_bytes(&sent)));
    if (call->in_place) give(in, &received, all_of_at(key, i * stride_bytes(&received)));
  }
  for (int i = 0; i < others->size; i++) {
    expect(in, &received, all_of_at(key_of(others->world[i], rank), i * stride_bytes(&received)));
  }
  START_ANY_COUNT(call->large, &call->operation, Alltoall, Ialltoall,
                  call->in_place ? MPI_IN_PLACE : address_of(out), sent.count, sent.type.handle,
                  address_of(in), received.count, received.type.handle, call->handle)
  call->operation.buffers[0] = out;
  call->operation.buffers[1] = in;
  begin_call(stream, call, &sent, &received);
}

static const struct {
  const char* name;
  void (*run)(Stream*, Call*);
} collectives[] = {{"barrier", barrier}, {"bcast", broadcast},     {"gather", gather},
                   {"scatter", scatter}, {"allgather", allgather}, {"alltoall", alltoall}};

void step_data_collective(Stream* stream) {
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
