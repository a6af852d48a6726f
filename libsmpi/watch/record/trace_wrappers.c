// SPDX-License-Identifier: BSD-3-Clause
//
// The wrappers of MPI functions for the simulator: with names of their own, and a table of them.
// The entries of MPI lead to them while a trace is recorded (record/trace_recording.h).

// As api/call.h does it in calls without a wrapper.
#define RECORDER_POLLS() recorder_polls((__builtin_unwind_init(), __builtin_dwarf_cfa()))
void recorder_polls(const void* frame);

#include "include/mpi.h"
#include "libsmpi/watch/trace/recorder/wrappers.h"

#define RECORDED(name) trace_record_##name
#define REAL(name) PMPI_##name
#define DECLARE_REAL(name)
#define RECORDED_ROW(name) \
  { "MPI_" #name, (const void*)trace_record_##name }
#define RECORDED_END \
  { NULL, NULL }
#define RECORDED_TABLE         \
  const struct trace_wrapper { \
    const char* name;          \
    const void* code;          \
  } trace_wrapper_table[]

#include <mpi_trace_wrappers.inc>
