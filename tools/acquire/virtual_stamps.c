// SPDX-License-Identifier: BSD-3-Clause
//
// Each message of the program has a stamp, the virtual time of its arrival: eight bytes with the
// same destination and tag on the communicator's copy. The stamp leaves first, and nothing waits
// for it, so who knows of a message can wait for its stamp in any call.
//
// Which stamp is which message's? Messages of one stream (source, tag, communicator) are received
// in the order in which they were sent, by receives in the order in which those were posted. So
// stamps of a stream are taken in the order of the receives that matched it, not in that of their
// completion: when one completes, receives that were posted before and could have taken its message
// took an earlier one. If they were not particular about source or tag, it is not known which; but
// they have matched, so they complete without any further call of the program, and waiting for them
// ends.
//
//     posted    1: any source   2: from 3, tag 5   3: from 3, tag 5
//     complete  3: waits for 1; 1 matched (3, 5)? its stamp is first; that of 2 is next; then its
//     own
#include <mpi.h>
#include <stdlib.h>

#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_messages.h"
#include "tools/acquire/virtual_time.h"

/* Stamps that the library has not sent yet. Places stay where they are while requests move. */
static MPI_Request* sending;
static double** places;
static int sending_count, place_count;

/* The stamp of a message that a probe has found: it is the next of its stream. */
typedef struct early_stamp {
  int source, tag;
  double arrival_s;
  struct early_stamp* next;
} early_stamp;

static operation* orphans;

int64_t virtual_type_size(MPI_Datatype type) {
  MPI_Count size = 0;
  if (type == MPI_DATATYPE_NULL) return 0;
  PMPI_Type_size_x(type, &size);
  return size;
}

static void sweep(void) {
  int kept = 0;
  for (int i = 0; i < sending_count; i++) {
    int is_done = 0;
    PMPI_Test(&sending[i], &is_done, MPI_STATUS_IGNORE);
    if (is_done) continue;
    double* const place = places[kept];
    sending[kept] = sending[i];
    places[kept] = places[i];
    places[i] = place;
    kept++;
  }
  sending_count = kept;
}

static void make_room(void) {
  sweep();
  if (2 * sending_count < place_count) return;
  const int more = place_count == 0 ? 64 : 2 * place_count;
  sending = realloc(sending, (size_t)more * sizeof *sending);
  places = realloc(places, (size_t)more * sizeof *places);
  if (sending == NULL || places == NULL) library_fail("no memory for stamps");
  for (; place_count < more; place_count++) places[place_count] = malloc(sizeof **places);
}

void stamp_send(channel* on, int peer, int tag, int64_t size_bytes) {
  if (sending_count == place_count) make_room();
  double* const place = places[sending_count];
  *place = acquire_clock_now_s() + acquire_message_s((double)size_bytes);
  MPI_Request* const request = &sending[sending_count];
  /* An error is the program's own: its send tells it. */
  if (PMPI_Isend(place, 1, MPI_DOUBLE, peer, tag, on->comm, request) != MPI_SUCCESS) return;
  acquire_count_message(size_bytes);
  if (*request != MPI_REQUEST_NULL) sending_count++;
}

void stamp_finish(void) {
  sweep();
  for (int i = 0; i < sending_count; i++) PMPI_Request_free(&sending[i]);
}

void receive_posted(operation* receive) {
  channel* const on = receive->channel;
  receive->is_known = receive->is_cancelled = receive->is_cancelling = 0;
  receive->before = on->last;
  receive->after = NULL;
  if (on->last != NULL) on->last->after = receive;
  if (on->first == NULL) on->first = receive;
  on->last = receive;
}

void receive_removed(operation* receive) {
  channel* const on = receive->channel;
  *(receive->before != NULL ? &receive->before->after : &on->first) = receive->after;
  *(receive->after != NULL ? &receive->after->before : &on->last) = receive->before;
  receive->before = receive->after = NULL;
}

static double next_stamp(channel* on, int source, int tag) {
  for (early_stamp** link = &on->early; *link != NULL; link = &(*link)->next) {
    early_stamp* const early = *link;
    if (early->source != source || early->tag != tag) continue;
    const double arrival_s = early->arrival_s;
    *link = early->next;
    free(early);
    return arrival_s;
  }
  double arrival_s = 0;
  if (PMPI_Recv(&arrival_s, 1, MPI_DOUBLE, source, tag, on->comm, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    library_fail("the stamp of a message is lost");
  return arrival_s;
}

static int could_match(const operation* receive, int source, int tag) {
  if (receive->is_known) return receive->its_source == source && receive->its_tag == tag;
  return (receive->peer == MPI_ANY_SOURCE || receive->peer == source) &&
         (receive->tag == MPI_ANY_TAG || receive->tag == tag);
}

/* REQUIRES: it has matched, or is cancelled. */
static void learn(operation* receive) {
  MPI_Status status;
  int is_done = 0, is_cancelled = 0;
  receive->is_known = 1;
  receive->its_source = receive->peer;
  receive->its_tag = receive->tag;
  const int is_particular = receive->peer != MPI_ANY_SOURCE && receive->tag != MPI_ANY_TAG;
  if (is_particular && !receive->is_cancelling) return;
  while (!is_done) PMPI_Request_get_status(receive->request, &is_done, &status);
  PMPI_Test_cancelled(&status, &is_cancelled);
  receive->is_cancelled = is_cancelled;
  receive->its_source = status.MPI_SOURCE;
  receive->its_tag = status.MPI_TAG;
}

/* Takes the stamps of this stream that are of receives before `last`. */
static void take_earlier(channel* on, const operation* last, int source, int tag) {
  for (operation* receive = on->first; receive != NULL && receive != last;) {
    operation* const next = receive->after;
    if (could_match(receive, source, tag)) {
      if (!receive->is_known) learn(receive);
      if (!receive->is_cancelled && receive->its_source == source && receive->its_tag == tag) {
        receive->arrival_s = next_stamp(on, source, tag);
        receive->has_stamp = 1;
        receive_removed(receive);
        if (receive->is_orphan) receive_orphaned(receive);
      }
    }
    receive = next;
  }
}

void receive_matched(channel* on, operation* receive, int source, int tag) {
  double arrival_s = 0;
  if (receive != NULL && receive->has_stamp) {
    arrival_s = receive->arrival_s;
  } else {
    take_earlier(on, receive, source, tag);
    arrival_s = next_stamp(on, source, tag);
    if (receive != NULL) receive_removed(receive);
  }
  acquire_clock_wait(arrival_s);
}

void receive_seen(channel* on, int source, int tag) {
  take_earlier(on, NULL, source, tag);
  early_stamp* early = malloc(sizeof *early);
  *early = (early_stamp){source, tag, next_stamp(on, source, tag), on->early};
  on->early = early;
  acquire_clock_wait(early->arrival_s);
}

void receive_orphaned(operation* receive) {
  receive->after = orphans;
  orphans = receive;
}

void receive_free_orphans(void) {
  for (operation* orphan = orphans; orphan != NULL; orphan = orphan->after) {
    PMPI_Request_free(&orphan->request);
  }
}
