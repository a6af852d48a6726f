// SPDX-License-Identifier: BSD-3-Clause
//
// What the generated wrappers of MPI functions (scripts/make_trace_recorder.py) are written with:
// values of MPI's arguments as words of a trace. C, and only MPI's own names, so that any MPI
// library's compiler wrapper builds it.
//
// Before it stands the mpi.h of the MPI library.
#pragma once

#include <stdlib.h>

#include "libsmpi/watch/trace/recorder/recorder.h"

#define RECORDER_SINCE(version, subversion) \
  (MPI_VERSION > (version) || (MPI_VERSION == (version) && MPI_SUBVERSION >= (subversion)))

#define KEY(handle) ((intptr_t)(handle))

/* What stands between the wrappers and the MPI library: the simulator's is
   record/trace_recorder.cpp, a real library's tools/acquire/library.c. */

/* Begins a call: gives the recorder of the calling rank, unless it is already in a recorded call.
 */
recorder_call recorder_enter(const void* return_address);
/* Ends it. What passed since it began is no computation of the program. */
void recorder_leave(const recorder_call* call);
/* After MPI_Init; before and after MPI_Finalize. */
void recorder_begin_rank(const recorder_call* call);
void recorder_before_finalize(const recorder_call* call);
void recorder_after_finalize(const recorder_call* call);
/* With how many processes a collective call has to do: all of an intracommunicator, the other side
   of an intercommunicator. */
int recorder_partners(MPI_Comm comm);
int recorder_size(MPI_Comm comm);
int recorder_is_root(MPI_Comm comm, int root);
/* Does a rank that is not the root take part? Not on the root's side of an intercommunicator. */
int recorder_takes_part(MPI_Comm comm, int root);
int recorder_dimensions(MPI_Comm comm);
void recorder_neighbours(MPI_Comm comm, int* sources, int* destinations);
/* World ranks of the members, as a list. */
void recorder_add_group(recorder_of_rank* recorder, MPI_Group group);
int64_t recorder_received_bytes(const MPI_Status* status);
/* The size that a file had when it was opened. */
int64_t recorder_opened_bytes(MPI_File file);
/* The word of the hints of a file: "key=value,key=value". */
void recorder_add_info(recorder_of_rank* recorder, MPI_Info info);

/* A recorder may pause; calls between two ranks are left out then, and calls that complete nothing
   but what was left out. Collectives and what makes objects stay. */
#ifdef RECORDER_PAUSES
struct taken_requests;
recorder_call recorder_enter_pausable(const void* return_address);
int recorder_keeps(const struct taken_requests* taken);
#else
#define recorder_enter_pausable recorder_enter
#define recorder_keeps(taken) 1
#endif

/* What a poll begins with: the simulator looks at the program that polls. */
#ifndef RECORDER_POLLS
#define RECORDER_POLLS() (void)0
#endif

/* Of libsmpi/watch/trace/action.h. */
enum { word_any_source = -333, word_any_tag = -444, word_nobody = -1, word_root_here = -3 };

static inline int64_t peer_word(int peer) {
  if (peer >= 0) return peer;
  if (peer == MPI_ANY_SOURCE) return word_any_source;
  return peer == MPI_ROOT ? word_root_here : word_nobody;
}

static inline int64_t tag_word(int tag) {
  return tag == MPI_ANY_TAG ? word_any_tag : tag;
}

static inline int64_t color_word(int color) {
  return color == MPI_UNDEFINED ? word_nobody : color;
}

// Constants that differ between libraries go into a trace as the standard ABI has them.
typedef struct constant_word {
  int value;
  int64_t word;
} constant_word;

static inline int64_t word_of_constant(const constant_word* table, int count, int value) {
  for (int i = 0; i < count; i++) {
    if (table[i].value == value) return table[i].word;
  }
  return value;
}

static inline int64_t split_type_word(int type) {
  const constant_word table[] = {{MPI_UNDEFINED, word_nobody}, {MPI_COMM_TYPE_SHARED, 221}};
  return word_of_constant(table, 2, type);
}

static inline int64_t lock_type_word(int type) {
  const constant_word table[] = {{MPI_LOCK_EXCLUSIVE, 301}, {MPI_LOCK_SHARED, 302}};
  return word_of_constant(table, 2, type);
}

static inline int64_t whence_word(int whence) {
  const constant_word table[] = {{MPI_SEEK_CUR, 401}, {MPI_SEEK_END, 402}, {MPI_SEEK_SET, 403}};
  return word_of_constant(table, 3, whence);
}

static inline int64_t amode_word(int mode) {
  const constant_word table[] = {
      {MPI_MODE_APPEND, 1},      {MPI_MODE_CREATE, 2},        {MPI_MODE_DELETE_ON_CLOSE, 4},
      {MPI_MODE_EXCL, 8},        {MPI_MODE_RDONLY, 16},       {MPI_MODE_RDWR, 32},
      {MPI_MODE_SEQUENTIAL, 64}, {MPI_MODE_UNIQUE_OPEN, 128}, {MPI_MODE_WRONLY, 256}};
  int64_t word = 0;
  for (int i = 0; i < 9; i++) {
    if ((mode & table[i].value) != 0) word |= table[i].word;
  }
  return word;
}

static inline int64_t wildcards(int source, int tag) {
  return (source == MPI_ANY_SOURCE ? 1 : 0) | (tag == MPI_ANY_TAG ? 2 : 0);
}

static inline int64_t comm_word(recorder_of_rank* recorder, MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return 0;
  if (comm == MPI_COMM_SELF) return 1;
  if (comm == MPI_COMM_NULL) return -1;
  return recorder_number(recorder, recorder_communicators, KEY(comm));
}

static inline int64_t new_comm_word(recorder_of_rank* recorder, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return -1;
  return recorder_new(recorder, recorder_communicators, KEY(comm));
}

static inline int64_t type_word(recorder_of_rank* recorder, MPI_Datatype type) {
  return type == MPI_DATATYPE_NULL ? -1 : recorder_type(recorder, KEY(type));
}

static inline void add_ints(recorder_of_rank* recorder, int64_t count, const int* values) {
  if (values == NULL) count = 0;
  recorder_add(recorder, count);
  for (int64_t i = 0; i < count; i++) recorder_add(recorder, values[i]);
}

#if RECORDER_SINCE(3, 0)
static inline void add_counts(recorder_of_rank* recorder, int64_t count, const MPI_Count* values) {
  recorder_add(recorder, count);
  for (int64_t i = 0; i < count; i++) recorder_add(recorder, (int64_t)values[i]);
}
#endif

static inline void add_weights(recorder_of_rank* recorder, int64_t count, const int* values) {
  if (values == MPI_UNWEIGHTED || values == MPI_WEIGHTS_EMPTY) count = 0;
  add_ints(recorder, count, values);
}

static inline void add_types(recorder_of_rank* recorder, int64_t count, const MPI_Datatype* types) {
  recorder_add(recorder, count);
  for (int64_t i = 0; i < count; i++) recorder_add(recorder, type_word(recorder, types[i]));
}

static inline int64_t sum_of(int count, const int* values) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum;
}

/* Requests that a call may complete: their numbers are known before it only. */

enum { few_requests = 32 };

typedef struct taken_requests {
  int count;
  int64_t* numbers;  /* 0: a null request */
  MPI_Request* keys; /* before the call */
  MPI_Status* statuses;
  int owns_statuses;
  int64_t few_numbers[few_requests];
  MPI_Request few_keys[few_requests];
} taken_requests;

static inline void take_requests(const recorder_call* call, taken_requests* taken, int count,
                                 const MPI_Request* requests, MPI_Status** statuses,
                                 int status_count) {
  recorder_of_rank* recorder = call->recorder;
  taken->count = 0;
  taken->owns_statuses = 0;
  taken->numbers = taken->few_numbers;
  taken->keys = taken->few_keys;
  taken->statuses = NULL;
  if (recorder == NULL || requests == NULL || count < 0) return;
  if (count > few_requests) {
    taken->numbers = (int64_t*)malloc((size_t)count * sizeof *taken->numbers);
    taken->keys = (MPI_Request*)malloc((size_t)count * sizeof *taken->keys);
  }
  taken->count = count;
  for (int i = 0; i < count; i++) {
    const MPI_Request request = requests[i];
    taken->keys[i] = request;
    taken->numbers[i] =
        request == MPI_REQUEST_NULL ? 0 : recorder_take_request(recorder, KEY(request));
  }
  if (statuses == NULL) return;
  if (*statuses == MPI_STATUS_IGNORE || *statuses == MPI_STATUSES_IGNORE) {
    if (!recorder_is_waiting(recorder) || status_count <= 0) return;
    *statuses = (MPI_Status*)malloc((size_t)status_count * sizeof **statuses);
    taken->owns_statuses = 1;
  }
  taken->statuses = *statuses;
}

/* After the call: those that it did not free keep their numbers. */
static inline void give_back_requests(const recorder_call* call, taken_requests* taken,
                                      const MPI_Request* requests) {
  for (int i = taken->count - 1; i >= 0; i--) {
    if (taken->numbers[i] == 0 || requests[i] == MPI_REQUEST_NULL) continue;
    recorder_give_back_request(call->recorder, KEY(taken->keys[i]), taken->numbers[i]);
  }
}

/* The last step. */
static inline void drop_requests(taken_requests* taken) {
  if (taken->numbers != taken->few_numbers) {
    free(taken->numbers);
    free(taken->keys);
  }
  if (taken->owns_statuses) free(taken->statuses);
}

static inline void add_taken(recorder_of_rank* recorder, const taken_requests* taken) {
  recorder_add(recorder, taken->count);
  for (int i = 0; i < taken->count; i++) recorder_add(recorder, taken->numbers[i]);
}

/* The request at `place` is complete, and `status` is its status. */
static inline void tell_match(recorder_of_rank* recorder, const taken_requests* taken, int place,
                              const MPI_Status* status) {
  if (!recorder_is_waiting(recorder) || taken->statuses == NULL || taken->numbers[place] == 0)
    return;
  recorder_matched(recorder, taken->numbers[place], peer_word(status->MPI_SOURCE),
                   tag_word(status->MPI_TAG));
}

/* What a call found complete: all of them, the one at `index`, or `count` at `indices`. */
static inline void tell_all(recorder_of_rank* recorder, const taken_requests* taken) {
  if (taken->statuses == NULL) return;
  for (int i = 0; i < taken->count; i++) tell_match(recorder, taken, i, &taken->statuses[i]);
}

static inline void add_done_all(recorder_of_rank* recorder, const taken_requests* taken,
                                int are_done) {
  if (are_done) {
    add_taken(recorder, taken);
  } else {
    recorder_add(recorder, 0);
  }
}

static inline void add_done_one(recorder_of_rank* recorder, const taken_requests* taken,
                                int is_done, int index) {
  const int has_one = is_done && index != MPI_UNDEFINED && index >= 0 && index < taken->count &&
                      taken->numbers[index] != 0;
  recorder_add(recorder, has_one);
  if (has_one) recorder_add(recorder, taken->numbers[index]);
}

static inline void tell_one(recorder_of_rank* recorder, const taken_requests* taken, int is_done,
                            int index) {
  if (is_done && index != MPI_UNDEFINED && index >= 0 && index < taken->count)
    tell_match(recorder, taken, index, taken->statuses);
}

static inline void add_done_some(recorder_of_rank* recorder, const taken_requests* taken, int count,
                                 const int* indices) {
  if (count == MPI_UNDEFINED || count < 0) count = 0;
  recorder_add(recorder, count);
  for (int i = 0; i < count; i++) recorder_add(recorder, taken->numbers[indices[i]]);
}

static inline void tell_some(recorder_of_rank* recorder, const taken_requests* taken, int count,
                             const int* indices) {
  if (count == MPI_UNDEFINED || count < 0 || taken->statuses == NULL) return;
  for (int i = 0; i < count; i++) tell_match(recorder, taken, indices[i], &taken->statuses[i]);
}
