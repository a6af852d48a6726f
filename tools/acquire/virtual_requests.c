// SPDX-License-Identifier: BSD-3-Clause
//
// What stands behind the program's requests: receives wait for their stamps when they complete,
// collectives for theirs. Requests that are freed while their receive is under way are kept until
// MPI_Finalize instead, because the message takes a stamp. Sends are never cancelled, as in Open
// MPI: the stamp of one that is would be left, and be taken for another message's.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_messages.h"
#include "tools/acquire/virtual_time.h"

#define KEY(handle) ((intptr_t)(handle))

static operation plain_send = {.kind = operation_send, .is_active = 1};

static operation* new_operation(enum operation_kind kind, channel* on) {
  operation* made = calloc(1, sizeof *made);
  if (made == NULL) library_fail("no memory for requests");
  made->kind = kind;
  made->channel = on;
  if (on != NULL) on->users++;
  return made;
}

static void drop(operation* dropped) {
  channel* const on = dropped->channel;
  if (dropped == &plain_send) return;
  free(dropped);
  if (on == NULL) return;
  on->users--;
  channel_free_if_done(on);
}

static void keep(operation* kept, MPI_Request request) {
  kept->request = request;
  acquire_keep_request(KEY(request), kept);
}

static operation* known(MPI_Request request) {
  operation* const found = acquire_take_request(KEY(request));
  if (found != NULL) acquire_give_back_request(KEY(request), found);
  return found;
}

static operation* new_message(enum operation_kind kind, MPI_Comm comm, int peer, int tag) {
  operation* made = new_operation(kind, peer == MPI_PROC_NULL ? NULL : channel_of(comm));
  made->peer = peer;
  made->tag = tag;
  return made;
}

void message_sent(MPI_Comm comm, int dest, int tag, int64_t size_bytes) {
  channel* const on = dest == MPI_PROC_NULL ? NULL : channel_of(comm);
  if (on != NULL) stamp_send(on, dest, tag, size_bytes);
}

void message_received(MPI_Comm comm, const MPI_Status* status) {
  channel* const on = status->MPI_SOURCE == MPI_PROC_NULL ? NULL : channel_of(comm);
  if (on != NULL) receive_matched(on, NULL, status->MPI_SOURCE, status->MPI_TAG);
}

void message_found(MPI_Comm comm, const MPI_Status* status, int is_taken) {
  channel* const on = status->MPI_SOURCE == MPI_PROC_NULL ? NULL : channel_of(comm);
  if (on == NULL) return;
  if (is_taken) {
    receive_matched(on, NULL, status->MPI_SOURCE, status->MPI_TAG);
  } else {
    receive_seen(on, status->MPI_SOURCE, status->MPI_TAG);
  }
}

void request_sent(MPI_Request request) {
  acquire_keep_request(KEY(request), &plain_send);
}

void request_send_made(MPI_Comm comm, int peer, int tag, int64_t size_bytes, MPI_Request request) {
  operation* const made = new_message(operation_send, comm, peer, tag);
  made->is_persistent = 1;
  made->size_bytes = size_bytes;
  keep(made, request);
}

void request_receive_posted(MPI_Comm comm, int source, int tag, MPI_Request request) {
  if (source == MPI_PROC_NULL) return;
  operation* const made = new_message(operation_receive, comm, source, tag);
  made->is_active = 1;
  keep(made, request);
  if (made->channel != NULL) receive_posted(made);
}

void request_receive_made(MPI_Comm comm, int source, int tag, MPI_Request request) {
  operation* const made = new_message(operation_receive, comm, source, tag);
  made->is_persistent = 1;
  keep(made, request);
}

void request_collective_begun(exchange begun, MPI_Request request) {
  operation* const made = new_operation(operation_collective, begun.channel);
  made->is_active = 1;
  made->exchange = begun;
  exchange_begin(&made->exchange);
  acquire_count_collective();
  keep(made, request);
}

void request_collective_made(exchange of, MPI_Request request) {
  operation* const made = new_operation(operation_collective, of.channel);
  made->is_persistent = 1;
  made->exchange = of;
  keep(made, request);
}

void request_copy_begun(MPI_Comm parent, MPI_Comm* made, MPI_Request request) {
  channel* const on = channel_of(parent);
  operation* const copying = new_operation(operation_copy, on);
  copying->is_active = 1;
  copying->exchange = exchange_of_making(on);
  copying->made = made;
  exchange_begin(&copying->exchange);
  if (on != NULL) copying->copy = channel_begin_copy(on, &copying->copying);
  keep(copying, request);
}

void request_start(MPI_Request request) {
  operation* const started = known(request);
  if (started == NULL) {
    acquire_leave_out_of_clock("MPI_Start of partitioned requests");
    return;
  }
  if (!started->is_persistent || started->is_active) return; /* an error, which MPI_Start tells */
  started->is_active = 1;
  if (started->kind == operation_collective) {
    exchange_begin(&started->exchange);
    acquire_count_collective();
  } else if (started->channel == NULL) {
    return;
  } else if (started->kind == operation_send) {
    stamp_send(started->channel, started->peer, started->tag, started->size_bytes);
  } else {
    receive_posted(started);
  }
}

int request_cancel(MPI_Request request) {
  static int has_warned;
  operation* const cancelled = known(request);
  if (cancelled == NULL) return 0;
  if (cancelled->kind != operation_send) {
    cancelled->is_cancelling = 1;
    return 0;
  }
  acquire_leave_out_of_clock("MPI_Cancel of sends, which are not cancelled");
  if (!has_warned) {
    fprintf(stderr, "smpi-acquire: warning: with virtual time no send is cancelled\n");
  }
  has_warned = 1;
  return 1;
}

static int is_under_way(const operation* receive) {
  return receive->kind == operation_receive && receive->is_active && receive->channel != NULL;
}

int request_free(MPI_Request* request) {
  operation* const freed = acquire_take_request(KEY(*request));
  if (freed == NULL || freed == &plain_send) return 0;
  if (!is_under_way(freed)) {
    drop(freed);
    return 0;
  }
  freed->request = *request;
  freed->is_orphan = 1;
  *request = MPI_REQUEST_NULL;
  if (freed->has_stamp) receive_orphaned(freed);
  return 1;
}

/* Completion */

/* Statuses that the library does not fill can be told: of MPI_Isendrecv, MPICH 4.0. */
void completion_begin(completion* call, int count, const MPI_Request* requests,
                      MPI_Status** statuses, int status_count) {
  const int is_long = count > few_operations;
  const size_t length = count > 0 ? (size_t)count : 0;
  call->count = (int)length;
  call->taken = is_long ? malloc(length * sizeof *call->taken) : call->few_taken;
  call->keys = is_long ? malloc(length * sizeof *call->keys) : call->few_keys;
  call->is_done = is_long ? malloc(length) : call->few_done;
  call->own_statuses = NULL;
  for (int i = 0; i < call->count; i++) {
    call->keys[i] = requests[i];
    call->is_done[i] = 0;
    call->taken[i] =
        requests[i] == MPI_REQUEST_NULL ? NULL : acquire_take_request(KEY(requests[i]));
  }
  if (*statuses == MPI_STATUS_IGNORE || *statuses == MPI_STATUSES_IGNORE) {
    if (is_long) call->own_statuses = malloc(length * sizeof **statuses);
    *statuses = is_long ? call->own_statuses : call->few_statuses;
  }
  call->statuses = *statuses;
  for (int i = 0; i < status_count; i++) call->statuses[i].MPI_SOURCE = MPI_UNDEFINED;
}

/* A receive must know its message before any other looks for its own. */
static void note_done(completion* call, int place, const MPI_Status* status) {
  operation* const done = call->taken[place];
  if (done == NULL || !done->is_active) return;
  call->is_done[place] = 1;
  if (!is_under_way(done)) return;
  int is_cancelled = 0;
  if (done->is_cancelling) PMPI_Test_cancelled(status, &is_cancelled);
  done->is_known = 1;
  done->is_cancelled = is_cancelled;
  done->its_source = done->peer == MPI_ANY_SOURCE ? status->MPI_SOURCE : done->peer;
  done->its_tag = done->tag == MPI_ANY_TAG ? status->MPI_TAG : done->tag;
  if (is_cancelled || status->MPI_SOURCE != MPI_UNDEFINED) return;
  if (done->peer != MPI_ANY_SOURCE && done->tag != MPI_ANY_TAG) return;
  acquire_leave_out_of_clock("wildcards of MPI_Isendrecv, of which the library says nothing");
  done->is_cancelled = 1;
}

void completion_all(completion* call, int are_done) {
  for (int i = 0; are_done && i < call->count; i++) note_done(call, i, &call->statuses[i]);
}

void completion_one(completion* call, int is_done, int index) {
  if (is_done && index != MPI_UNDEFINED && index >= 0 && index < call->count)
    note_done(call, index, call->statuses);
}

void completion_some(completion* call, int count, const int* indices) {
  if (count == MPI_UNDEFINED) return;
  for (int i = 0; i < count; i++) note_done(call, indices[i], &call->statuses[i]);
}

/* The error is the program's own; what is gone from its requests is over. */
void completion_failed(completion* call, const MPI_Request* requests, int status_count) {
  acquire_leave_out_of_clock("calls that failed");
  for (int i = 0; i < call->count; i++) {
    if (requests[i] == MPI_REQUEST_NULL) note_done(call, i, &call->statuses[i % status_count]);
  }
}

static void finish_receive(operation* done) {
  if (done->is_cancelled) {
    receive_removed(done);
  } else {
    receive_matched(done->channel, done, done->its_source, done->its_tag);
  }
  done->has_stamp = 0;
}

static void finish(operation* done) {
  switch (done->kind) {
    case operation_send:
      break;
    case operation_receive:
      if (done->channel != NULL) finish_receive(done);
      break;
    case operation_collective:
      exchange_end(&done->exchange);
      break;
    case operation_copy:
      exchange_end(&done->exchange);
      if (done->copy == NULL) break;
      PMPI_Wait(&done->copying, MPI_STATUS_IGNORE);
      channel_end_copy(done->copy, *done->made);
      break;
  }
  if (done != &plain_send) done->is_active = 0;
}

void completion_end(completion* call, int is_look) {
  for (int i = 0; i < call->count; i++) {
    if (call->is_done[i]) finish(call->taken[i]);
  }
  for (int i = call->count - 1; i >= 0; i--) {
    operation* const taken = call->taken[i];
    if (taken == NULL) continue;
    const int is_over = call->is_done[i] || !taken->is_active;
    if (is_look || taken->is_persistent || !is_over) {
      acquire_give_back_request(KEY(call->keys[i]), taken);
    } else {
      drop(taken);
    }
  }
  if (call->taken != call->few_taken) {
    free(call->taken);
    free(call->keys);
    free(call->is_done);
    free(call->own_statuses);
  }
}
