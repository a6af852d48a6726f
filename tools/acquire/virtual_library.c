// SPDX-License-Identifier: BSD-3-Clause
//
// Virtual time stands between the wrappers of library.c and the MPI library: where it is wanted,
// the places that point to real functions get its own, which are made from the table of MPI
// functions. So a call costs nothing more without it, and is recorded all the same with it. The
// clock, and MPI_Wtime, which shows it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "libsmpi/watch/trace/recorder/wrappers.h"
#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_messages.h"
#include "tools/acquire/virtual_time.h"

static int is_on;

int virtual_is_watched(void) {
  return is_on && library_depth() == 1;
}

static void call_failed(void) {
  acquire_leave_out_of_clock("calls that failed");
}

#include <mpi_virtual_time.inc>

double MPI_Wtime(void) {
  static double (*real_Wtime)(void);
  if (is_on && library_depth() == 0) {
    acquire_clock_look();
    return acquire_clock_now_s();
  }
  if (real_Wtime == NULL) *(void**)(void*)&real_Wtime = dlsym(RTLD_NEXT, "PMPI_Wtime");
  return real_Wtime();
}
double PMPI_Wtime(void) __attribute__((alias("MPI_Wtime")));

/* It is in no trace, and so has no wrapper. */
int MPI_Comm_disconnect(MPI_Comm* comm) {
  static int (*real_disconnect)(MPI_Comm*);
  if (real_disconnect == NULL) {
    *(void**)(void*)&real_disconnect = dlsym(RTLD_NEXT, "PMPI_Comm_disconnect");
  }
  if (!is_on) return real_disconnect(comm);
  const recorder_call call = recorder_enter_pausable(__builtin_return_address(0));
  channel* const freed = virtual_is_watched() ? channel_known(*comm) : NULL;
  const int code = real_disconnect(comm);
  if (code == MPI_SUCCESS && freed != NULL) channel_free(freed);
  recorder_leave(&call);
  return code;
}
int PMPI_Comm_disconnect(MPI_Comm* comm) __attribute__((alias("MPI_Comm_disconnect")));

void virtual_begin(void) {
  for (int i = 0; timed_functions[i].name != NULL; i++) {
    *timed_functions[i].next =
        library_replace(timed_functions[i].name, timed_functions[i].function);
  }
  channel_begin();
  is_on = 1;
}

/* Rank 0 says for all what the clocks show. */
static void report(MPI_Comm comm) {
  int rank = 0, size = 0;
  double numbers[acquire_clock_number_count];
  const char* lines = acquire_clock_left_out();
  int length = (int)strlen(lines) + 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  acquire_clock_numbers(numbers);
  if (rank > 0) {
    PMPI_Send(numbers, acquire_clock_number_count, MPI_DOUBLE, 0, 0, comm);
    PMPI_Send(&length, 1, MPI_INT, 0, 0, comm);
    PMPI_Send(lines, length, MPI_CHAR, 0, 0, comm);
    return;
  }
  acquire_add_clock(numbers, lines);
  for (int other = 1; other < size; other++) {
    PMPI_Recv(numbers, acquire_clock_number_count, MPI_DOUBLE, other, 0, comm, MPI_STATUS_IGNORE);
    PMPI_Recv(&length, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    char* its_lines = malloc((size_t)length);
    PMPI_Recv(its_lines, length, MPI_CHAR, other, 0, comm, MPI_STATUS_IGNORE);
    acquire_add_clock(numbers, its_lines);
    free(its_lines);
  }
  acquire_print_clock();
}

void virtual_end(MPI_Comm comm) {
  receive_free_orphans();
  report(comm);
  stamp_finish();
}
