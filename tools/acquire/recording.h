// SPDX-License-Identifier: BSD-3-Clause
//
// The part of acquisition that knows no MPI library, in plain C: the recorder of this process, its
// file, and the counter of what it computes. It is in libsmpi-record.so; library.c, which the
// user's own compiler builds, is what calls it.
#pragma once

#include <stdint.h>

#include "libsmpi/watch/trace/recorder/recorder.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { acquire_header_bytes = 512, acquire_path_bytes = 1024 };

/* Begins a recording: opens the file of this rank. Null when it cannot, or when a setting means
   nothing: acquire_problem() says why. `library` is the MPI library's name. */
recorder_of_rank* acquire_open(int rank, int rank_count, const recorder_world* world,
                               const char* library);
const char* acquire_problem(void);
/* What is said about this process at the top of its file. The instruction set comes first. */
const char* acquire_header(void);
/* Do two processes compute with the same instructions? Else their volumes cannot be compared. */
int acquire_same_instructions(const char* one_header, const char* other_header);
/* Is there a trace? Without one only virtual time is wanted (virtual_time.h). */
int acquire_writes_trace(void);
/* Does MPI_Pcontrol say when to record? */
int acquire_is_controlled(void);

/* Begin and end of a call: what the process computed since the last one ended counts; it is
   recorded unless the recording pauses. */
void acquire_begin_call(int is_recorded);
void acquire_end_call(void);
/* One line for the user, or nothing: how computation is counted. */
const char* acquire_note(void);

/* Level 1 speaks of world ranks: which members a communicator has, and which number it has in the
   run. */
int acquire_wants_communicators(void);
/* Are the members of the communicator that the call under way made all in that call, and wait for
   each other? */
int acquire_is_in_common_call(void);
/* The number that this process would give the next communicator. Members take the greatest. */
int64_t acquire_next_communicator(void);
/* `in_run` is negative: it has none. */
void acquire_note_communicator(int64_t number, int64_t in_run, const int* members, int count);
/* What level 1 could not say: a line of name and count for each; of all ranks, and the warning. */
const char* acquire_left_out(void);
void acquire_add_left_out(const char* lines);
void acquire_warn_of_left_out(void);

/* The program is done. Nonzero: a message was printed. */
int acquire_close(void);
/* How the parts of the ranks become one. */
enum acquire_merge { acquire_merge_root, acquire_merge_tree, acquire_merge_none };
enum acquire_merge acquire_merge(void);
/* root: the file of a rank. */
void acquire_path_of(int rank, char path[acquire_path_bytes]);
/* root: makes the trace of the files of all ranks: an index of them, or one compressed file. */
int acquire_join(int rank_count);
/* tree: takes the bytes of another part, gives those of the sum, or writes it as the trace. */
int acquire_add_part(const char* bytes, int64_t size);
int acquire_part(const char** bytes, int64_t* size);
int acquire_write_whole(void);
/* none: rank 0 says where the parts are. */
void acquire_tell_parts(void);

#ifdef __cplusplus
}
#endif
