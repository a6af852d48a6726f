/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What programs that were written for SimGrid's SMPI find in its smpi.h beside MPI: the functions
 * that its macros and wrappers call in the place of libc's (here libc's own do the same), what
 * measures and replays, and what only programs of S4U need (docs/simgrid.md says which of these do
 * nothing here).
 */
#ifndef SMPI_SMPI_H_INCLUDED
#define SMPI_SMPI_H_INCLUDED

#include <getopt.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "../mpi.h"
#include "energy.h"
#include "hosts.h"
#include "injection.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Strict C99 hides these, and clockid_t, which is an int. */
struct timespec;
struct timezone;

/* The same as the function of libc without smpi_. */
int smpi_gettimeofday(struct timeval* time, struct timezone* zone);
int smpi_clock_gettime(int clock, struct timespec* time);
int smpi_nanosleep(const struct timespec* request, struct timespec* remaining);
pid_t smpi_getpid(void);
int smpi_getopt(int argc, char* const* argv, const char* options);
int smpi_getopt_long(int argc, char* const* argv, const char* options,
                     const struct option* long_options, int* index);
int smpi_getopt_long_only(int argc, char* const* argv, const char* options,
                          const struct option* long_options, int* index);
__attribute__((noreturn)) void smpi_exit(int status);

/* malloc, calloc and realloc; smpi_shared_free() gives back what they return. */
void* smpi_shared_malloc_intercept(size_t size, const char* file, int line);
void* smpi_shared_calloc_intercept(size_t count, size_t size, const char* file, int line);
void* smpi_shared_realloc_intercept(void* data, size_t size, const char* file, int line);

/* MPI_COMM_SELF and MPI_INFO_ENV. */
MPI_Comm smpi_process_comm_self(void);
MPI_Info smpi_process_info_env(void);

/*
 * Measured computation: smpi_bench_end() turns what the rank computed since its last MPI call into
 * simulated time, smpi_bench_begin() forgets it. What lies between the two, in this order, costs
 * nothing.
 */
void smpi_bench_begin(void);
void smpi_bench_end(void);

/* Ticks of simulated time per second, and the ticks so far. */
unsigned long long smpi_rastro_resolution(void);
unsigned long long smpi_rastro_timestamp(void);

/* What the sampling macros of SimGrid 3.32 call; those of injection.h call others. */
int smpi_sample_cond(int global, const char* file, const char* tag, int iterations,
                     double threshold, int iteration_count);
void smpi_sample_iter(int global, const char* file, const char* tag);
int smpi_sample_exit(int global, const char* file, const char* tag, int iteration_count);

/*
 * The rank makes the calls of a trace in the place of a program's, from MPI_Init to MPI_Finalize:
 * smpi_replay_init() computes `start_delay_flops`, smpi_replay_main() plays lines of rank `rank` of
 * the file, smpi_replay_run() does both. As in -replay, no data moves, in the whole run: a program
 * whose ranks do anything else with MPI cannot use them.
 */
void smpi_replay_init(const char* instance_id, int rank, double start_delay_flops);
void smpi_replay_main(int rank, const char* trace_file);
void smpi_replay_run(const char* instance_id, int rank, double start_delay_flops,
                     const char* trace_file);

/*
 * For programs of S4U that make their ranks themselves. A program that smpirun starts has its ranks
 * already: the first three do nothing, and the last says that smpirun --jobs runs several programs.
 */
void SMPI_init(void);
void SMPI_finalize(void);
void SMPI_thread_create(void);
void SMPI_app_instance_register(const char* name, int (*code)(int, char**), int process_count);
void smpi_init_options(void);

#ifdef __cplusplus
} /* extern "C" */

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

/*
 * Whether an address lies in a shared block of the rank (SMPI_SHARED_MALLOC): 1, with the parts of
 * the block that are private, as offsets, and the offset of the address; else 0.
 */
int smpi_is_shared(const void* address, std::vector<std::pair<size_t, size_t>>& private_blocks,
                   size_t* offset);

/*
 * From now on the callback says in the place of smpi/os, smpi/ois or smpi/or what each such call
 * costs, in seconds: of the payload's bytes, the sender's host and the receiver's. For all ranks.
 */
enum class SmpiOperation { RECV = 2, SEND = 1, ISEND = 0 };
using SmpiOpCostCb =
    std::function<double(size_t size, simgrid::s4u::Host* source, simgrid::s4u::Host* destination)>;
void smpi_register_op_cost_callback(SmpiOperation operation, const SmpiOpCostCb& callback);
#endif

#endif
