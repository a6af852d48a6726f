/* SPDX-License-Identifier: BSD-3-Clause
 * Completion of operations, by all functions of MPI that complete; see pending.h. */
#include "pending.h"

enum { MOST_PENDING = 256, LONGEST_WAIT_STEPS = 4 };

static Pending pending[MOST_PENDING];
static int pending_count;

static void wait_in_some_order(Stream* own, int count, MPI_Request* requests,
                               MPI_Status* statuses) {
  int order[MOST_PENDING];
  shuffle(own, count, order);
  for (int i = 0; i < count; i++) MPI_Wait(&requests[order[i]], &statuses[order[i]]);
}

static void poll_one_by_one(int count, MPI_Request* requests, MPI_Status* statuses) {
  for (int i = 0, done = 0; i < count; i++, done = 0) {
    while (!done) MPI_Test(&requests[i], &done, &statuses[i]);
  }
}

static void wait_any(bool poll, int count, MPI_Request* requests, MPI_Status* statuses) {
  for (int left = count; left > 0;) {
    MPI_Status status;
    int index = MPI_UNDEFINED, done = 1;
    if (poll) {
      MPI_Testany(count, requests, &index, &done, &status);
    } else {
      MPI_Waitany(count, requests, &index, &status);
    }
    if (!done) continue;
    REQUIRE(index >= 0 && index < count, "index %d of a request", index);
    statuses[index] = status;
    left--;
  }
}

static void wait_some(bool poll, int count, MPI_Request* requests, MPI_Status* statuses) {
  MPI_Status found[MOST_PENDING];
  int indices[MOST_PENDING], done;
  for (int left = count; left > 0; left -= done) {
    if (poll) {
      MPI_Testsome(count, requests, &done, indices, found);
    } else {
      MPI_Waitsome(count, requests, &done, indices, found);
    }
    REQUIRE(done >= !poll && done <= left, "%d requests complete", done);
    for (int i = 0; i < done; i++) statuses[indices[i]] = found[i];
  }
}

void complete_requests(Stream* own, int count, MPI_Request* requests, MPI_Status* statuses) {
  int done = 0;
  if (count == 0) return;
  switch (script.cautious ? below(own, 2) : below(own, 8)) {
    case 0:
      wait_in_some_order(own, count, requests, statuses);
      break;
    case 1:
      poll_one_by_one(count, requests, statuses);
      break;
    case 2:
      wait_any(false, count, requests, statuses);
      break;
    case 3:
      wait_any(true, count, requests, statuses);
      break;
    case 4:
      wait_some(false, count, requests, statuses);
      break;
    case 5:
      wait_some(true, count, requests, statuses);
      break;
    case 6:
      while (!done) MPI_Testall(count, requests, &done, statuses);
      break;
    default:
      MPI_Waitall(count, requests, statuses);
  }
}

static void check_buffers(const Pending* operation) {
  for (int i = 0; i < MOST_BUFFERS; i++) {
    if (operation->buffers[i] != NULL) check_buffer(operation->buffers[i]);
  }
}

static void repeat(Pending* operation) {
  for (int i = 0; i < MOST_BUFFERS; i++) {
    if (operation->buffers[i] != NULL) restore_initial(operation->buffers[i]);
  }
  MPI_Start(&operation->request);
  MPI_Wait(&operation->request, MPI_STATUS_IGNORE);
  check_buffers(operation);
}

static void finish(Pending* operation) {
  const char* now = script.what;
  char what[80];
  snprintf(what, sizeof what, "%s of step %d", operation->what, operation->step);
  script.what = what;
  check_buffers(operation);
  if (operation->repeat) repeat(operation);
  if (operation->form == PERSISTENT) MPI_Request_free(&operation->request);
  REQUIRE(operation->form == BLOCKING || operation->request == MPI_REQUEST_NULL,
          "the request is not null after completion");
  for (int i = 0; i < MOST_BUFFERS; i++) free_buffer(operation->buffers[i]);
  free(operation->arrays);
  script.what = now;
}

void begin(Stream* stream, Pending operation) {
  operation.step = script.step;
  operation.what = script.what;
  operation.last_step = script.step + below(stream, LONGEST_WAIT_STEPS);
  if (operation.form == BLOCKING) {
    finish(&operation);
    return;
  }
  for (int i = 0; operation.repeat && i < MOST_BUFFERS; i++) {
    if (operation.buffers[i] != NULL) keep_initial(operation.buffers[i]);
  }
  if (operation.form == PERSISTENT) MPI_Start(&operation.request);
  if (pending_count == MOST_PENDING) fail("too many operations under way");
  pending[pending_count++] = operation;
}

static void complete_until(int step) {
  MPI_Request requests[MOST_PENDING];
  MPI_Status statuses[MOST_PENDING];
  Pending due[MOST_PENDING];
  Stream own = own_stream();
  int due_count = 0, kept = 0;
  for (int i = 0; i < pending_count; i++) {
    if (pending[i].last_step <= step) {
      requests[due_count] = pending[i].request;
      due[due_count++] = pending[i];
    } else {
      pending[kept++] = pending[i];
    }
  }
  pending_count = kept;
  complete_requests(&own, due_count, requests, statuses);
  for (int i = 0; i < due_count; i++) {
    due[i].request = requests[i];
    finish(&due[i]);
  }
}

void complete_due(void) {
  complete_until(script.step);
}
void complete_all(void) {
  complete_until(script.step + LONGEST_WAIT_STEPS);
}
