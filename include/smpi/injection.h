/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a program may tell the simulator: compute times to inject, loops to sample, memory to share.
 * The names and their use are those of SimGrid's SMPI, so instrumented sources compile unchanged.
 * mpi.h includes this file; a program that wants to compile with any MPI guards its use of these
 * names with #ifdef LIBSMPI.
 */
#ifndef SMPI_INJECTION_H
#define SMPI_INJECTION_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who and where. The index of a process is its rank in the simulation's first MPI_COMM_WORLD. */
int smpi_process_index(void);
int smpi_process_count(void);
int smpi_global_size(void);
void* smpi_process_get_user_data(void);
void smpi_process_set_user_data(void* data);

/*
 * Injection. smpi_execute: seconds measured on the machine that runs the simulation, scaled by
 * smpi/host-speed; smpi_execute_benched: seconds of the simulated host; the flops forms likewise
 * ("benched" is kept for its callers: flops are flops). All of them are load for the energy model;
 * smpi_usleep and smpi_sleep are not.
 */
void smpi_execute(double seconds);
void smpi_execute_benched(double seconds);
void smpi_execute_flops(double flops);
void smpi_execute_flops_benched(double flops);
int smpi_usleep(unsigned int microseconds);
unsigned int smpi_sleep(unsigned int seconds);

/* Speed steps (flop/s, index of a pstate) and energy (J, W) of the calling process's host. */
double smpi_get_host_power_peak_at(int pstate_index);
double smpi_get_host_current_power_peak(void);
int smpi_get_host_nb_pstates(void);
int smpi_get_host_pstate(void);
void smpi_set_host_pstate(int pstate_index);
double smpi_get_host_consumed_energy(void);
double smpi_get_host_current_energy(void);
double smpi_get_host_current_consumption(void);

/*
 * Sampling. `begin` says whether to run the body now (1) or not (0: the mean of the runs measured
 * so far was injected instead); `end` closes a run and returns 0. A sample is named by file, line
 * and tag, and kept per process (global = 0) or once for all processes (global = 1).
 *
 *   SMPI_SAMPLE_LOCAL(int i = 0, i < n, i++, iterations, threshold) { body }
 *   for (...) SMPI_SAMPLE_GLOBAL(iterations, threshold) { body }
 *
 * In the first form `break` leaves the loop, in the second only the body.
 */
int smpi_sample_begin(int global, const char* file, int line, const char* tag, int iterations,
                      double threshold);
int smpi_sample_end(int global, const char* file, int line, const char* tag);

#define SMPI_JOIN2(a, b) a##b
#define SMPI_JOIN(a, b) SMPI_JOIN2(a, b)
#define SMPI_STRING2(text) #text
#define SMPI_STRING(text) SMPI_STRING2(text)
#define SMPI_SAMPLE_RUN SMPI_JOIN(smpi_sample_run_, __LINE__)
#define SMPI_SAMPLE_MORE SMPI_JOIN(smpi_sample_more_, __LINE__)
#define SMPI_SAMPLE_ONCE SMPI_JOIN(smpi_sample_once_, __LINE__)

#define SMPI_SAMPLE_BODY(global, iterations, threshold)                                    \
  for (int SMPI_SAMPLE_RUN =                                                               \
           smpi_sample_begin((global), __FILE__, __LINE__, "", (iterations), (threshold)); \
       SMPI_SAMPLE_RUN; SMPI_SAMPLE_RUN = smpi_sample_end((global), __FILE__, __LINE__, ""))

/* `more` is 0 while a body runs, so that it stays 0 when the body is left by break. */
#define SMPI_SAMPLE_LOOP(init, condition, next, global, iterations, threshold, tag)               \
  for (int SMPI_SAMPLE_ONCE = 1, SMPI_SAMPLE_MORE = 1; SMPI_SAMPLE_ONCE; SMPI_SAMPLE_ONCE = 0)    \
    for (init; SMPI_SAMPLE_MORE && (condition); SMPI_SAMPLE_MORE ? (void)(next) : (void)0)        \
      for (int SMPI_SAMPLE_RUN =                                                                  \
               smpi_sample_begin((global), __FILE__, __LINE__, (tag), (iterations), (threshold)); \
           SMPI_SAMPLE_RUN && (SMPI_SAMPLE_MORE = 0, 1); SMPI_SAMPLE_MORE = 1,                    \
               SMPI_SAMPLE_RUN = smpi_sample_end((global), __FILE__, __LINE__, (tag)))

#define SMPI_SAMPLE_LOCAL2(iterations, threshold) SMPI_SAMPLE_BODY(0, iterations, threshold)
#define SMPI_SAMPLE_GLOBAL2(iterations, threshold) SMPI_SAMPLE_BODY(1, iterations, threshold)
#define SMPI_SAMPLE_LOCAL5(init, condition, next, iterations, threshold) \
  SMPI_SAMPLE_LOOP(init, condition, next, 0, iterations, threshold, "")
#define SMPI_SAMPLE_GLOBAL5(init, condition, next, iterations, threshold) \
  SMPI_SAMPLE_LOOP(init, condition, next, 1, iterations, threshold, "")
#define SMPI_SAMPLE_FORM(a1, a2, a3, a4, a5, form, ...) form
#define SMPI_SAMPLE_LOCAL(...)                                                                  \
  SMPI_SAMPLE_FORM(__VA_ARGS__, SMPI_SAMPLE_LOCAL5, wrong_number_of_arguments,                  \
                   wrong_number_of_arguments, SMPI_SAMPLE_LOCAL2, wrong_number_of_arguments, 0) \
  (__VA_ARGS__)
#define SMPI_SAMPLE_GLOBAL(...)                                                                  \
  SMPI_SAMPLE_FORM(__VA_ARGS__, SMPI_SAMPLE_GLOBAL5, wrong_number_of_arguments,                  \
                   wrong_number_of_arguments, SMPI_SAMPLE_GLOBAL2, wrong_number_of_arguments, 0) \
  (__VA_ARGS__)
#define SMPI_SAMPLE_LOCAL_TAG(init, condition, next, iterations, threshold, tag) \
  SMPI_SAMPLE_LOOP(init, condition, next, 0, iterations, threshold, tag)
#define SMPI_SAMPLE_GLOBAL_TAG(init, condition, next, iterations, threshold, tag) \
  SMPI_SAMPLE_LOOP(init, condition, next, 1, iterations, threshold, tag)

/* The statement after these is compiled but not run; its time is the given one. */
#define SMPI_SAMPLE_DELAY(seconds) for (smpi_execute(seconds); 0;)
#define SMPI_SAMPLE_FLOPS(flops) for (smpi_execute_flops(flops); 0;)

/*
 * Shared memory: blocks of the same size asked for at the same place of the program are one block
 * of memory for all processes, whose content is therefore garbage. In the partial form the offsets
 * are pairs [begin, end) of the shared parts, `count` pairs of them; the rest is private.
 */
void* smpi_shared_malloc(size_t size, const char* file, int line);
void* smpi_shared_malloc_partial(size_t size, const size_t* offsets, int count);
void smpi_shared_free(void* data);

#define SMPI_SHARED_MALLOC(size) smpi_shared_malloc((size), __FILE__, __LINE__)
#define SMPI_PARTIAL_SHARED_MALLOC(size, offsets, count) \
  smpi_shared_malloc_partial((size), (offsets), (count))
#define SMPI_SHARED_FREE(data) smpi_shared_free(data)

/* Calls `function` once for all processes that give the same input text, and shares its result. */
int smpi_shared_known_call(const char* function, const char* input);
void* smpi_shared_get_call(const char* function, const char* input);
void* smpi_shared_set_call(const char* function, const char* input, void* data);

#define SMPI_SHARED_CALL(function, input, ...)                \
  (smpi_shared_known_call(SMPI_STRING(function), (input))     \
       ? smpi_shared_get_call(SMPI_STRING(function), (input)) \
       : smpi_shared_set_call(SMPI_STRING(function), (input), ((function)(__VA_ARGS__))))

/* Each process has its own globals and static variables: nothing to do for them. */
#define SMPI_VARINIT_GLOBAL(name, type) type name
#define SMPI_VARINIT_GLOBAL_AND_SET(name, type, value) type name = value
#define SMPI_VARINIT_STATIC(name, type) static type name
#define SMPI_VARINIT_STATIC_AND_SET(name, type, value) static type name = value
#define SMPI_VARGET_GLOBAL(name) name
#define SMPI_VARGET_STATIC(name) name

/* Where the program calls from, for traces; made by compilers and wrappers that know it. */
void smpi_trace_set_call_location(const char* file, int line);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
