// SPDX-License-Identifier: BSD-3-Clause
//
// Virtual time: what the clock of this process would show on another network and faster or slower
// processors (docs/acquire.md). The part that knows no MPI library, in plain C; the virtual_*.c
// files, which the user's own compiler builds, are what calls it.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Do the settings want it? After acquire_open(). */
int acquire_has_clock(void);

/* Seconds since MPI_Init, to the end of the last computation that was counted. */
double acquire_clock_now_s(void);
/* Counts what was computed up to here, outside of any call. */
void acquire_clock_look(void);
/* The call under way cannot end before. */
void acquire_clock_wait(double until_s);

/* The model of the network. A collective takes so many rounds of messages one after the other, and
   so many bytes pass the busiest rank. */
double acquire_message_s(double size_bytes);
double acquire_collective_s(int rounds, double size_bytes);

/* For the report. */
void acquire_count_message(int64_t size_bytes);
void acquire_count_collective(void);
void acquire_leave_out_of_clock(const char* what);

/* What is known of each request of the program that is under way or persistent. Libraries give
   several requests that are complete at once the same handle: they are taken in the order in which
   they were kept, and what is given back comes first again. */
void acquire_keep_request(intptr_t key, void* operation);
void acquire_give_back_request(intptr_t key, void* operation);
void* acquire_take_request(intptr_t key); /* null: nothing */

/* The report: what one rank did, as numbers and as lines; the sum of all; the text. */
enum { acquire_clock_number_count = 6 };
void acquire_clock_numbers(double numbers[acquire_clock_number_count]);
const char* acquire_clock_left_out(void);
void acquire_add_clock(const double numbers[acquire_clock_number_count], const char* left_out);
void acquire_print_clock(void);

#ifdef __cplusplus
}
#endif
