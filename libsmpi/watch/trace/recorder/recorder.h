// SPDX-License-Identifier: BSD-3-Clause
//
// What a wrapper of an MPI function tells the recorder of its rank, in plain C.
//
// The wrappers are made from the table of actions (scripts/make_trace_recorder.py) and serve twice:
// in the simulator, and on a real MPI, where the user's own compiler builds them against his own
// mpi.h. So nothing here knows a type of MPI: handles come as integers ("keys"), and everything
// that only an MPI library can tell comes through `recorder_world` or from the wrapper.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct recorder_of_rank recorder_of_rank;

// A call of the program that is being recorded.
typedef struct recorder_call {
  recorder_of_rank* recorder;  // null: the call is not recorded
  const void* caller;          // where in the program
  uint16_t strand;             // which thread of the rank; 0: its main one
} recorder_call;

// What is asked of the MPI library.
typedef struct recorder_world {
  // Bytes of a datatype.
  void (*measure_type)(intptr_t key, int64_t* size, int64_t* extent);
  int (*commutes)(intptr_t operation);
  // Tells where the data of a datatype are: run(self, offset, size) for each piece, in order; null:
  // the library does not know.
  void (*list_runs)(intptr_t key, void (*run)(void* self, int64_t offset, int64_t size),
                    void* self);
  // A communicator got its number: the call under way made it (`is_made`), or it was seen for the
  // first time; null: nobody wants to know.
  void (*made_communicator)(unsigned rank, intptr_t key, int64_t number, int is_made);
  // Number of a place in the program, for annotations; 0: not known.
  uint32_t (*site_of)(const void* caller);
  // The predefined datatype that all of a derived one is made of; 0: there is none. Null: the
  // library does not know.
  intptr_t (*unit_of)(intptr_t key);
} recorder_world;

// An action: begin, its words in the order of its form, end. Nothing else may happen in between but
// questions for numbers.
void recorder_begin(const recorder_call* call, unsigned code);
static inline void recorder_add(recorder_of_rank* recorder, int64_t word);
void recorder_end(recorder_of_rank* recorder);
// The action is a poll that asked for these words. Failed ones of a streak become one note.
void recorder_ask(recorder_of_rank* recorder, const int64_t* words, int count, int is_probe,
                  int has_found);
// The same; the words of the action so far say what it asked for.
void recorder_asked(recorder_of_rank* recorder, int has_found);
// Source and tag, the fields of these names of the action under way, are not known before this
// request is complete: the action and what follows wait for recorder_matched().
void recorder_wait_for(recorder_of_rank* recorder, int64_t request);
// Are there such actions?
int recorder_is_waiting(const recorder_of_rank* recorder);
void recorder_matched(recorder_of_rank* recorder, int64_t request, int64_t source, int64_t tag);

// Objects get numbers in the order in which their rank makes them.
enum recorder_kind { recorder_communicators, recorder_windows, recorder_files, recorder_kinds };
int64_t recorder_number(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key);
int64_t recorder_new(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key);
void recorder_forget(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key);

// A type or an operation; one that is not known yet is noted first.
int64_t recorder_type(recorder_of_rank* recorder, intptr_t key);
int64_t recorder_operation(recorder_of_rank* recorder, intptr_t key);
// A type that a file is seen through: where its data are is noted, too.
int64_t recorder_file_type(recorder_of_rank* recorder, intptr_t key);
// The word of a text.
void recorder_add_text(recorder_of_rank* recorder, const char* text);
void recorder_forget_type(recorder_of_rank* recorder, intptr_t key);
void recorder_forget_operation(recorder_of_rank* recorder, intptr_t key);
// The predefined ones, before the first action. `size` is what SimGrid counts for this number: a
// type of another size gets a note instead.
void recorder_predefine_type(recorder_of_rank* recorder, intptr_t key, int64_t number,
                             int64_t size);
void recorder_predefine_operation(recorder_of_rank* recorder, intptr_t key, int64_t number);

// Requests and matched messages are numbered from 1. MPI libraries give several requests that are
// complete at once the same handle: they are taken in the order in which they were made.
int64_t recorder_new_request(recorder_of_rank* recorder, intptr_t key);
int64_t recorder_newest_request(const recorder_of_rank* recorder);
int64_t recorder_request(const recorder_of_rank* recorder, intptr_t key);  // 0: not known
int64_t recorder_take_request(recorder_of_rank* recorder, intptr_t key);
void recorder_give_back_request(recorder_of_rank* recorder, intptr_t key, int64_t number);
int64_t recorder_new_message(recorder_of_rank* recorder, intptr_t key);
int64_t recorder_take_message(recorder_of_rank* recorder, intptr_t key);

// The program begins and ends its use of MPI.
void recorder_start(recorder_of_rank* recorder);
void recorder_finish(recorder_of_rank* recorder);

// The words of the action under way, and where a recorder has them.
typedef struct recorder_words {
  int64_t* next;  // after the last one
  int64_t* end;   // of the room for them
} recorder_words;
typedef struct recorder_head {
  recorder_words* words;
} recorder_head;
void recorder_grow_words(recorder_of_rank* recorder);

static inline void recorder_add(recorder_of_rank* recorder, int64_t word) {
  recorder_words* const words = ((recorder_head*)(void*)recorder)->words;
  if (words->next == words->end) recorder_grow_words(recorder);
  *words->next++ = word;
}

#ifdef __cplusplus
}
#endif
