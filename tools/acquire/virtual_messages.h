// SPDX-License-Identifier: BSD-3-Clause
//
// Inside of virtual time: channels, messages, requests and collectives (virtual_*.c), and the calls
// that the generated functions (scripts/make_virtual_time.py) make. C, and MPI's own names only.
//
// Before it stands the mpi.h of the MPI library.
#pragma once

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Is the call under way the program's own, and not one that MPI makes inside another? */
int virtual_is_watched(void);

/* channels: virtual_channels.c */

typedef struct operation operation;

/* Beside a communicator: its copy for stamps. */
typedef struct channel {
  MPI_Comm comm;
  int rank;
  int partners; /* other ranks in a collective: of the other side of an intercommunicator */
  int lengths;  /* of arrays of counts: ranks that this one exchanges data with, and itself */
  int locals;   /* ranks of its own side */
  int own;      /* this rank's place in them; -1: none */
  int rounds;   /* of a collective: log2 of the ranks */
  operation *first, *last; /* pending receives, in the order in which they were posted */
  struct early_stamp* early;
  int users;    /* operations */
  int is_freed; /* its communicator is */
} channel;

/* Null: it has none, which is counted. */
channel* channel_of(MPI_Comm comm);
/* Collective: a communicator was made in this call. */
void channel_make(MPI_Comm comm);
void channel_make_copy(MPI_Comm parent, MPI_Comm comm);
/* The same, begun by a nonblocking copy. */
channel* channel_begin_copy(const channel* parent, MPI_Request* request);
void channel_end_copy(channel* made, MPI_Comm comm);
channel* channel_known(MPI_Comm comm); /* as channel_of, without counting */
int channel_is_root(const channel* on, int root);
void channel_begin(void);
/* The communicator is freed: the channel goes when no operation is left. */
void channel_free(channel* freed);
void channel_free_if_done(channel* freed);

/* operations: what stands behind a request */

enum exchange_rule {
  exchange_all,
  exchange_fan_out,
  exchange_fan_in,
  exchange_before,
  exchange_neighbours
};

/* Stamps of a collective, under way. */
typedef struct exchange {
  enum exchange_rule rule;
  channel* channel; /* null: none */
  int root;
  double cost_s;
  double out_s, in_s;
  double* from_neighbours;
  int neighbours;
  MPI_Request request;
} exchange;

enum operation_kind { operation_send, operation_receive, operation_collective, operation_copy };

struct operation {
  enum operation_kind kind;
  int is_persistent, is_active;
  channel* channel; /* null: it takes no time */
  int peer, tag;
  int64_t size_bytes;
  /* of receives */
  MPI_Request request;
  int is_cancelling, is_cancelled, is_orphan;
  int is_known; /* what it matched: */
  int its_source, its_tag;
  int has_stamp; /* taken, because a later receive of its stream completed before: */
  double arrival_s;
  operation *before, *after;
  /* of collectives, and of copies of communicators */
  exchange exchange;
  channel* copy;
  MPI_Request copying;
  MPI_Comm* made;
};

/* messages: virtual_stamps.c */

#define SIZE_OF(count, type) ((int64_t)(count)*virtual_type_size(type))
int64_t virtual_type_size(MPI_Datatype type);
/* Before a send. */
void stamp_send(channel* on, int peer, int tag, int64_t size_bytes);
void stamp_finish(void);
/* Receives, in the order in which they are posted. */
void receive_posted(operation* receive);
void receive_removed(operation* receive);
/* It matched this message: waits for its stamp, and the clock with it. */
void receive_matched(channel* on, operation* receive, int source, int tag);
/* The message stays where it is. */
void receive_seen(channel* on, int source, int tag);
void receive_orphaned(operation* receive);
void receive_free_orphans(void);

/* collectives: virtual_collectives.c */

void exchange_begin(exchange* begun);
void exchange_end(exchange* ended);
void exchange_done(exchange* done); /* both */
exchange exchange_of(enum exchange_rule rule, channel* on, int root, double size_bytes);
/* Making a communicator takes as long as a barrier. */
exchange exchange_of_making(channel* on);
/* Counts come as int and as MPI_Count. */
typedef struct counts {
  const int* ints;
  const MPI_Count* large;
} counts;
/* Sums without this rank's own; over those that send to it; in bytes, where types differ. */
double sum_of_others(const channel* on, int length, counts of);
double sum_of_typed(const channel* on, counts of, const MPI_Datatype* types);
double sum_of_neighbours(const channel* on, counts of);
double sum_of_typed_neighbours(const channel* on, counts of, const MPI_Datatype* types);
int neighbours_there(const channel* on);

/* requests: virtual_requests.c */

void request_sent(MPI_Request request);
void request_send_made(MPI_Comm comm, int peer, int tag, int64_t size_bytes, MPI_Request request);
void request_receive_posted(MPI_Comm comm, int source, int tag, MPI_Request request);
void request_receive_made(MPI_Comm comm, int source, int tag, MPI_Request request);
void request_collective_begun(exchange begun, MPI_Request request);
void request_collective_made(exchange made, MPI_Request request);
void request_copy_begun(MPI_Comm parent, MPI_Comm* made, MPI_Request request);
/* Before the call. */
void request_start(MPI_Request request);
/* Nonzero: the library is not asked. */
int request_cancel(MPI_Request request);
int request_free(MPI_Request* request);

/* A call that may complete requests. */
enum { few_operations = 32 };
typedef struct completion {
  int count;
  operation** taken;
  MPI_Request* keys;
  MPI_Status *statuses, *own_statuses;
  operation* few_taken[few_operations];
  MPI_Request few_keys[few_operations];
  MPI_Status few_statuses[few_operations];
  char few_done[few_operations];
  char* is_done;
} completion;
void completion_begin(completion* call, int count, const MPI_Request* requests,
                      MPI_Status** statuses, int status_count);
/* These are complete: all, one, or some. */
void completion_all(completion* call, int are_done);
void completion_one(completion* call, int is_done, int index);
void completion_some(completion* call, int count, const int* indices);
void completion_failed(completion* call, const MPI_Request* requests, int status_count);
/* Requests that the call did not free stay known. */
void completion_end(completion* call, int is_look);

/* A message was received in a call, or found by a probe. */
void message_received(MPI_Comm comm, const MPI_Status* status);
void message_found(MPI_Comm comm, const MPI_Status* status, int is_taken);
void message_sent(MPI_Comm comm, int dest, int tag, int64_t size_bytes);

#pragma GCC visibility pop
