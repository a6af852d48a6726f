/* SPDX-License-Identifier: BSD-3-Clause
 * Messages in pairs (MPI_Sendrecv and the like), in partitions (MPI 4), and packing (MPI 5.2). */
#include "collective.h"
#include "steps.h"

static int step_tag(void) {
  return script.step * MAX_TAG_OFFSET + 50;
}

/* Each rank sends to the one `distance` above it. */
void step_shift(Stream* stream) {
  Call call;
  start_call(stream, INTRA, &call);
  const Members* all = &call.communicator->sides[0];
  const int distance = below(stream, all->size), form = below(stream, script.cautious ? 3 : 4);
  if (!is_member(call.communicator)) {
    free_call(&call);
    return;
  }
  const int to = (call.communicator->rank + distance) % all->size;
  const int from = (call.communicator->rank + all->size - distance) % all->size;
  const int tag = step_tag();
  const bool replace = form >= 2;
  Block sent = layout_of(&call, 1), received = layout_of(&call, 1);
  Buffer *out = buffer_for(&sent), *in = buffer_for(&received);
  give(out, &sent, all_of(key_of(script.rank, 0)));
  if (replace) give(in, &received, all_of(key_of(script.rank, 0)));
  expect(in, &received, all_of(key_of(all->world[from], 0)));
  MPI_Status status;
  call.operation.form = form % 2 ? NONBLOCKING : BLOCKING;
  call.operation.repeat = false;
  if (form == 0) {
    MPI_Sendrecv(address_of(out), sent.count, sent.type.handle, to, tag, address_of(in),
                 received.count, received.type.handle, from, tag, call.handle, &status);
  } else if (form == 1) {
    MPI_Isendrecv(address_of(out), sent.count, sent.type.handle, to, tag, address_of(in),
                  received.count, received.type.handle, from, tag, call.handle,
                  &call.operation.request);
  } else if (form == 2) {
    MPI_Sendrecv_replace(address_of(in), received.count, received.type.handle, to, tag, from, tag,
                         call.handle, &status);
  } else {
    MPI_Isendrecv_replace(address_of(in), received.count, received.type.handle, to, tag, from, tag,
                          call.handle, &call.operation.request);
  }
  call.operation.buffers[0] = out;
  call.operation.buffers[1] = in;
  if (call.communicator->wild && call.operation.form == NONBLOCKING) {
    MPI_Wait(&call.operation.request, &status);
    call.operation.form = BLOCKING;
  }
  begin_call(stream, &call, &sent, &received);
}

/* Says in any order that partitions are ready. */
static void make_ready(Stream* own, int partitions, MPI_Request request) {
  int order[MAX_RANKS];
  shuffle(own, partitions, order);
  const int way = below(own, 3);
  if (way == 0) MPI_Pready_range(0, partitions - 1, request);
  if (way == 1) MPI_Pready_list(partitions, order, request);
  for (int i = 0; way == 2 && i < partitions; i++) MPI_Pready(order[i], request);
}

static void await(Stream* own, int partitions, MPI_Request* request) {
  int arrived = 0;
  if (chance(own, 50)) {
    while (!arrived) MPI_Parrived(*request, below(own, partitions), &arrived);
  }
  MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* One message in partitions, whose numbers differ on both sides, started twice. */
void step_partitioned(Stream* stream) {
  enum { UNIT = 12, ROUNDS = 2 };
  static const int divisors[] = {1, 2, 3, 4, 6, 12};
  const Communicator* c = choose_communicator(stream, INTRA);
  const int size = c->sides[0].size, from = below(stream, size), to = below(stream, size);
  const int sent_partitions = divisors[below(stream, 6)];
  const int received_partitions = divisors[below(stream, 6)];
  const int pieces = between(stream, 1, 40), basic = below(stream, basic_count());
  Stream own = own_stream();
  if (!is_member(c) || from == to) return;
  MPI_Request request = MPI_REQUEST_NULL;
  Block data;
  make_basic(basic, &data.type);
  data.count = UNIT * pieces;
  const int tag = step_tag();
  for (int round = 0; round < ROUNDS; round++) {
    Buffer* buffer = buffer_for(&data);
    void* address = address_of(buffer);
    const Content content = all_of(key_of(c->sides[0].world[from], round));
    if (c->rank == from) {
      give(buffer, &data, content);
      MPI_Psend_init(address, sent_partitions, data.count / sent_partitions, data.type.handle, to,
                     tag, c->handle, MPI_INFO_NULL, &request);
      MPI_Start(&request);
      make_ready(&own, sent_partitions, request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Request_free(&request);
    } else if (c->rank == to) {
      MPI_Precv_init(address, received_partitions, data.count / received_partitions,
                     data.type.handle, from, tag, c->handle, MPI_INFO_NULL, &request);
      MPI_Start(&request);
      await(&own, received_partitions, &request);
      MPI_Request_free(&request);
      expect(buffer, &data, content);
    }
    check_buffer(buffer);
    free_buffer(buffer);
  }
}

/* external32 has other sizes for these (MPI 14.5.2), or they lose precision. */
static bool is_external(const Type* type) {
  for (int i = 0; i < type->length; i++) {
    const MPI_Datatype basic = basics[type->map[i].basic].handle;
    if (basic == MPI_LONG || basic == MPI_UNSIGNED_LONG || basic == MPI_WCHAR ||
        basic == MPI_LONG_DOUBLE) {
      return false;
    }
  }
  return true;
}

/* Packs two blocks into one buffer, and unpacks them into other layouts. */
static void pack_native(Stream* own, const Block* data) {
  Block blocks[4];
  Buffer* buffers[4];
  int size_bytes, total_bytes = 0, position = 0, end;
  for (int i = 0; i < 4; i++) {
    variant_of(own, data, &blocks[i]);
    buffers[i] = buffer_for(&blocks[i]);
    if (i >= 2) expect(buffers[i], &blocks[i], all_of(key_of(0, i - 2)));
    if (i >= 2) continue;
    give(buffers[i], &blocks[i], all_of(key_of(0, i)));
    MPI_Pack_size(blocks[i].count, blocks[i].type.handle, MPI_COMM_WORLD, &size_bytes);
    total_bytes += size_bytes;
  }
  char* packed = malloc((size_t)total_bytes + 1);
  for (int i = 0; i < 2; i++) {
    MPI_Pack(address_of(buffers[i]), blocks[i].count, blocks[i].type.handle, packed, total_bytes,
             &position, MPI_COMM_WORLD);
  }
  REQUIRE(position <= total_bytes, "packed %d bytes of at most %d", position, total_bytes);
  end = position;
  position = 0;
  if (chance(own, 50)) { /* as a message */
    char* copy = malloc((size_t)total_bytes + 1);
    MPI_Sendrecv(packed, end, MPI_PACKED, 0, 1, copy, total_bytes, MPI_PACKED, 0, 1, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    free(packed);
    packed = copy;
  }
  for (int i = 2; i < 4; i++) {
    MPI_Unpack(packed, end, &position, address_of(buffers[i]), blocks[i].count,
               blocks[i].type.handle, MPI_COMM_WORLD);
  }
  REQUIRE(position == end, "unpacked %d bytes of %d", position, end);
  for (int i = 0; i < 4; i++) {
    check_buffer(buffers[i]);
    free_buffer(buffers[i]);
    free_type(&blocks[i].type);
  }
  free(packed);
}

static void pack_external(Stream* own, const Block* data) {
  Block from, to;
  MPI_Aint size_bytes, position = 0, end;
  variant_of(own, data, &from);
  variant_of(own, data, &to);
  Buffer *out = buffer_for(&from), *in = buffer_for(&to);
  give(out, &from, all_of(key_of(0, 0)));
  expect(in, &to, all_of(key_of(0, 0)));
  MPI_Pack_external_size("external32", from.count, from.type.handle, &size_bytes);
  char* packed = malloc((size_t)size_bytes + 1);
  MPI_Pack_external("external32", address_of(out), from.count, from.type.handle, packed, size_bytes,
                    &position);
  REQUIRE(position == size_bytes, "packed %ld bytes of %ld", (long)position, (long)size_bytes);
  end = position;
  position = 0;
  MPI_Unpack_external("external32", packed, end, &position, address_of(in), to.count,
                      to.type.handle);
  REQUIRE(position == end, "unpacked %ld bytes of %ld", (long)position, (long)end);
  check_buffer(out);
  check_buffer(in);
  free(packed);
  free_buffer(out);
  free_buffer(in);
  free_type(&from.type);
  free_type(&to.type);
}

/* Of each rank for itself. */
void step_packing(Stream* stream) {
  Block data;
  Stream own = own_stream();
  random_block(stream, &data);
  const bool external = chance(stream, 40) && is_external(&data.type);
  (external ? pack_external : pack_native)(&own, &data);
  free_type(&data.type);
}
