/* SPDX-License-Identifier: BSD-3-Clause
 * Point-to-point messages (MPI 3): all modes and forms, wildcards, probes, cancelled receives.
 *
 * Tags belong to the step, so a receive from anybody with a given tag takes messages of its step
 * only. Receives of any tag happen in communicators that are `wild`, where a barrier ends each
 * step. All receives of a rank have wildcards of one kind, so that none takes what another needs.
 */
#include "collective.h"
#include "steps.h"

enum { MOST_MESSAGES = 12, TAGS = 3, CANCELLED_TAG = 60, SEND_BUFFER_BYTES = 1 << 24 };

typedef enum { STANDARD, SYNCHRONOUS, BUFFERED, READY, MODES } Mode;
typedef enum { EXACT, ANY_SOURCE, ANY_TAG, ANYTHING } Pattern;
typedef enum { RECEIVE, PROBE, POLL_PROBE, MATCHED_PROBE, POLL_MATCHED_PROBE, WAYS } Way;

typedef struct {
  int from, to;             /* ranks in their groups */
  int from_world, to_world; /* and in MPI_COMM_WORLD */
  int tag;
  Block data;
  Mode mode;
  Form form;
  bool received;
} Message;

typedef struct {
  const Communicator* communicator;
  int count;
  Message messages[MOST_MESSAGES];
  bool receive_first, may_stay; /* may_stay: exact messages may be completed in later steps */
  Pattern patterns[MAX_RANKS];  /* of each rank of the world */
  int basic;                    /* of all data when there are wildcards */
} Exchange;

typedef struct {
  int source, tag;
  Block layout;
  Buffer* buffer;
  Message* message; /* that it must get, with the pattern EXACT */
  MPI_Request request;
  MPI_Status status;
  bool persistent;
} Receive;

static char* send_buffer;

void start_messages(void) {
  send_buffer = malloc(SEND_BUFFER_BYTES);
  MPI_Buffer_attach(send_buffer, SEND_BUFFER_BYTES);
}

void end_messages(void) {
  void* address;
  int size_bytes;
  MPI_Buffer_detach(&address, &size_bytes);
  REQUIRE(address == send_buffer && size_bytes == SEND_BUFFER_BYTES, "another buffer detached");
  free(send_buffer);
}

static int first_tag(void) {
  return script.step * MAX_TAG_OFFSET;
}

static void draw_message(Stream* stream, Exchange* e, Message* m) {
  const Communicator* c = e->communicator;
  const int side = c->inter ? below(stream, 2) : 0, other = c->inter ? 1 - side : 0;
  memset(m, 0, sizeof *m);
  m->from = below(stream, c->sides[side].size);
  m->to = below(stream, c->sides[other].size);
  m->from_world = c->sides[side].world[m->from];
  m->to_world = c->sides[other].world[m->to];
  m->tag = first_tag() + below(stream, TAGS);
  m->mode = (Mode)below(stream, e->receive_first ? MODES : READY);
  m->form = (Form)below(stream, FORMS);
  if (!e->receive_first && m->form == BLOCKING && m->mode != BUFFERED) m->form = NONBLOCKING;
  if (e->basic >= 0) {
    random_type(stream, below(stream, 3), e->basic, &m->data.type);
    m->data.count = between(stream, 0, chance(stream, 80) ? 6 : 2000 / m->data.type.length);
  } else {
    random_block(stream, &m->data);
  }
}

static void draw_exchange(Stream* stream, Exchange* e) {
  memset(e, 0, sizeof *e);
  e->communicator = choose_communicator(stream, ANY);
  const bool wildcards = chance(stream, e->communicator->wild ? 80 : 40);
  e->receive_first = chance(stream, 50);
  e->may_stay = !e->communicator->wild && !wildcards;
  e->basic = wildcards ? below(stream, basic_count()) : -1;
  for (int i = 0; i < MAX_RANKS; i++) {
    e->patterns[i] = (Pattern)below(stream, !wildcards ? 1 : e->communicator->wild ? 4 : 2);
  }
  e->count = between(stream, 1, MOST_MESSAGES);
  for (int i = 0; i < e->count; i++) draw_message(stream, e, &e->messages[i]);
}

/* The first message to this rank that a receive can match and that no other has matched. */
static Message* next_message(Exchange* e, int source, int tag) {
  for (int i = 0; i < e->count; i++) {
    Message* m = &e->messages[i];
    if (m->to_world != script.rank || m->received) continue;
    if ((source == MPI_ANY_SOURCE || source == m->from) && (tag == MPI_ANY_TAG || tag == m->tag)) {
      return m;
    }
  }
  return NULL;
}

/* Room for the longest message that may come. */
static void make_room(Exchange* e, Stream* own, Receive* r) {
  Block room;
  long most = 0;
  if (e->basic < 0) {
    room = r->message->data;
    if (chance(own, 30)) room.count += below(own, 3);
    variant_of(own, &room, &r->layout);
  } else {
    for (int i = 0; i < e->count; i++) {
      if (block_elements(&e->messages[i].data) > most) most = block_elements(&e->messages[i].data);
    }
    random_type(own, below(own, 3), e->basic, &room.type);
    room.count = (int)((most + room.type.length - 1) / room.type.length) + below(own, 2);
    variant_of(own, &room, &r->layout);
    free_type(&room.type);
  }
  r->buffer = buffer_for(&r->layout);
}

/* The receives of this rank, in the order in which they are posted. */
static int draw_receives(Exchange* e, Stream* own, Receive* receives) {
  int order[MOST_MESSAGES], count = 0;
  const Pattern pattern = e->patterns[script.rank];
  shuffle(own, e->count, order);
  for (int i = 0; i < e->count; i++) {
    const Message* m = &e->messages[order[i]];
    if (m->to_world != script.rank) continue;
    Receive* r = &receives[count++];
    memset(r, 0, sizeof *r);
    r->source = pattern == ANY_SOURCE || pattern == ANYTHING ? MPI_ANY_SOURCE : m->from;
    r->tag = pattern == ANY_TAG || pattern == ANYTHING ? MPI_ANY_TAG : m->tag;
    if (pattern == EXACT) {
      r->message = next_message(e, r->source, r->tag);
      r->message->received = true;
    }
    r->persistent = chance(own, 30);
    make_room(e, own, r);
  }
  return count;
}

static void check_counts(const MPI_Status* status, const Block* layout, long elements) {
  int count, found;
  MPI_Count large;
  const long whole =
      elements % layout->type.length == 0 ? elements / layout->type.length : MPI_UNDEFINED;
  MPI_Get_count(status, layout->type.handle, &count);
  REQUIRE(count == whole, "count %d, not %ld", count, whole);
  if (script.cautious) return;
  MPI_Get_elements(status, layout->type.handle, &found);
  MPI_Get_elements_x(status, layout->type.handle, &large);
  REQUIRE(found == elements && large == elements, "%d elements, not %ld", found, elements);
}

/* Which message a receive got, and whether it was that one's turn. */
static void check_received(Exchange* e, Receive* r) {
  const Pattern pattern = e->patterns[script.rank];
  Message* m = r->message;
  if (pattern != EXACT) {
    m = next_message(e, r->status.MPI_SOURCE, r->tag);
    REQUIRE(m != NULL, "a message from %d that nobody sent", r->status.MPI_SOURCE);
    m->received = true;
  }
  REQUIRE(r->status.MPI_SOURCE == m->from && r->status.MPI_TAG == m->tag,
          "a message from %d with tag %d, not from %d with tag %d", r->status.MPI_SOURCE,
          r->status.MPI_TAG, m->from, m->tag);
  const long elements = block_elements(&m->data);
  check_counts(&r->status, &r->layout, elements);
  Content content = all_of(key_of(m->from_world, (int)(m - e->messages)));
  content.most_elements = elements;
  expect(r->buffer, &r->layout, content);
  check_buffer(r->buffer);
}

static void post(Exchange* e, Receive* r) {
  void* address = address_of(r->buffer);
  const MPI_Comm comm = e->communicator->handle;
  if (r->persistent) {
    MPI_Recv_init(address, r->layout.count, r->layout.type.handle, r->source, r->tag, comm,
                  &r->request);
    MPI_Start(&r->request);
  } else {
    MPI_Irecv(address, r->layout.count, r->layout.type.handle, r->source, r->tag, comm,
              &r->request);
  }
}

/* Receives after the sends have started. */
static void receive_now(Exchange* e, Stream* own, Receive* r) {
  void* address = address_of(r->buffer);
  const MPI_Comm comm = e->communicator->handle;
  const int count = r->layout.count;
  const MPI_Datatype type = r->layout.type.handle;
  MPI_Status probed;
  MPI_Message message;
  int found = 0;
  const Way way = (Way)below(own, WAYS);
  if (way == PROBE) MPI_Probe(r->source, r->tag, comm, &probed);
  if (way == MATCHED_PROBE) MPI_Mprobe(r->source, r->tag, comm, &message, &probed);
  while (way == POLL_PROBE && !found) MPI_Iprobe(r->source, r->tag, comm, &found, &probed);
  while (way == POLL_MATCHED_PROBE && !found) {
    MPI_Improbe(r->source, r->tag, comm, &found, &message, &probed);
  }
  if (way == RECEIVE) {
    MPI_Recv(address, count, type, r->source, r->tag, comm, &r->status);
    return;
  }
  if (way == PROBE || way == POLL_PROBE) {
    MPI_Recv(address, count, type, probed.MPI_SOURCE, probed.MPI_TAG, comm, &r->status);
  } else if (way == MATCHED_PROBE) {
    MPI_Mrecv(address, count, type, &message, &r->status);
  } else {
    MPI_Request request;
    MPI_Imrecv(address, count, type, &message, &request);
    complete_requests(own, 1, &request, &r->status);
  }
  REQUIRE(probed.MPI_SOURCE == r->status.MPI_SOURCE && probed.MPI_TAG == r->status.MPI_TAG,
          "probed a message from %d with tag %d, received one from %d with tag %d",
          probed.MPI_SOURCE, probed.MPI_TAG, r->status.MPI_SOURCE, r->status.MPI_TAG);
  int probed_count, received_count;
  MPI_Get_count(&probed, type, &probed_count);
  MPI_Get_count(&r->status, type, &received_count);
  REQUIRE(probed_count == received_count, "probed %d of %d", probed_count, received_count);
}

typedef int BlockingSend(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int OtherSend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static void send_message(Exchange* e, Message* m, Stream* own, Pending* operation) {
  static BlockingSend* const blocking[] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
  static OtherSend* const others[][MODES] = {
      {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend},
      {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init}};
  const MPI_Comm comm = e->communicator->handle;
  Block layout;
  variant_of(own, &m->data, &layout);
  memset(operation, 0, sizeof *operation);
  operation->form = m->form;
  operation->buffers[0] = buffer_for(&layout);
  give(operation->buffers[0], &layout, all_of(key_of(m->from_world, (int)(m - e->messages))));
  const void* address = address_of(operation->buffers[0]);
  if (m->form == BLOCKING) {
    blocking[m->mode](address, layout.count, layout.type.handle, m->to, m->tag, comm);
  } else {
    others[m->form == PERSISTENT][m->mode](address, layout.count, layout.type.handle, m->to, m->tag,
                                           comm, &operation->request);
  }
  begin(own, *operation); /* starts persistent ones */
  free_type(&layout.type);
}

static void send_all(Exchange* e, Stream* own) {
  Pending operation;
  for (int i = 0; i < e->count; i++) {
    if (e->messages[i].from_world == script.rank) {
      send_message(e, &e->messages[i], own, &operation);
    }
  }
}

static void cancel_one(const Communicator* communicator) {
  MPI_Request request;
  MPI_Status status;
  int value = 7, cancelled;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, first_tag() + CANCELLED_TAG, communicator->handle,
            &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  REQUIRE(cancelled && value == 7, "a receive that nobody sends to is not cancelled");
}

static void use_nobody(const Communicator* communicator) {
  MPI_Status status;
  int value = 7, count;
  MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 3, &value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG,
               communicator->handle, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  REQUIRE(count == 0 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG,
          "a message of %d elements from %d, not from nobody", count, status.MPI_SOURCE);
}

/* All receives are posted before anything is sent. */
static void receive_first(Exchange* e, Stream* own, int count, Receive* receives) {
  MPI_Request requests[MOST_MESSAGES];
  MPI_Status statuses[MOST_MESSAGES];
  for (int i = 0; i < count; i++) post(e, &receives[i]);
  MPI_Barrier(e->communicator->handle); /* for those in ready mode */
  send_all(e, own);
  for (int i = 0; i < count; i++) requests[i] = receives[i].request;
  complete_requests(own, count, requests, statuses);
  for (int i = 0; i < count; i++) {
    receives[i].status = statuses[i];
    check_received(e, &receives[i]);
    if (receives[i].persistent) MPI_Request_free(&requests[i]);
  }
}

/* The same for messages that nobody waits for in this step. */
static void receive_later(Exchange* e, Stream* own, int count, Receive* receives) {
  for (int i = 0; i < count; i++) {
    Receive* r = &receives[i];
    Pending operation = {.form = r->persistent ? PERSISTENT : NONBLOCKING};
    Content content = all_of(key_of(r->message->from_world, (int)(r->message - e->messages)));
    content.most_elements = block_elements(&r->message->data);
    expect(r->buffer, &r->layout, content);
    r->persistent = false; /* begin() starts it */
    if (operation.form == PERSISTENT) {
      MPI_Recv_init(address_of(r->buffer), r->layout.count, r->layout.type.handle, r->source,
                    r->tag, e->communicator->handle, &operation.request);
    } else {
      post(e, r);
      operation.request = r->request;
    }
    operation.buffers[0] = r->buffer;
    r->buffer = NULL;
    begin(own, operation);
  }
  MPI_Barrier(e->communicator->handle);
  send_all(e, own);
}

void step_messages(Stream* stream) {
  Exchange* e = malloc(sizeof *e);
  Receive* receives = calloc(MOST_MESSAGES, sizeof *receives);
  Stream own = own_stream();
  draw_exchange(stream, e);
  const bool later = e->may_stay && e->receive_first && chance(stream, 50);
  if (is_member(e->communicator)) {
    const int count = draw_receives(e, &own, receives);
    if (chance(&own, 20)) cancel_one(e->communicator);
    if (chance(&own, 20)) use_nobody(e->communicator);
    if (later) {
      receive_later(e, &own, count, receives);
    } else if (e->receive_first) {
      receive_first(e, &own, count, receives);
    } else {
      send_all(e, &own);
      for (int i = 0; i < count; i++) {
        receive_now(e, &own, &receives[i]);
        check_received(e, &receives[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      free_type(&receives[i].layout.type);
      free_buffer(receives[i].buffer);
    }
    if (e->communicator->wild) MPI_Barrier(e->communicator->handle);
  }
  for (int i = 0; i < e->count; i++) free_type(&e->messages[i].data.type);
  free(receives);
  free(e);
}
