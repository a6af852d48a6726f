// SPDX-License-Identifier: BSD-3-Clause
//
// The part of acquisition that knows no MPI library, in plain C: the recorder of this process, its
// file, and the counter of what it computes. It is in libsmpi-record.so; library.c, which the
// user's own compiler builds, is what calls it.
#pragma once

#include <stdint.h>

#include "libsmpi/trace/recorder/recorder.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { acquire_header_bytes = 512, acquire_path_bytes = 1024 };

/* Begins a recording: opens the file of this rank. Null, and a message on standard error, when it
   cannot. `library` is the MPI library's name. */
recorder_of_rank* acquire_open(int rank, int rank_count, const recorder_world* world,
                               const char* library);
/* What is said about this process at the top of its file. The instruction set comes first. */
const char* acquire_header(void);
/* Do two processes compute with the same instructions? Else their volumes cannot be compared. */
int acquire_same_instructions(const char* one_header, const char* other_header);
/* Ends it: all is in the file. Nonzero: a message was printed. */
int acquire_close(void);
/* The file of a rank. */
void acquire_path_of(int rank, char path[acquire_path_bytes]);
/* Makes the trace of the files of all ranks: an index of them, or one compressed file. */
int acquire_join(int rank_count);

/* Begin and end of a call: what the process computed since the last one ended is recorded. */
void acquire_begin_call(void);
void acquire_end_call(void);
/* One line for the user, or nothing: how computation is counted. */
const char* acquire_note(void);

#ifdef __cplusplus
}
#endif
