// SPDX-License-Identifier: BSD-3-Clause
//
// A real thread beside the one that runs the ranks, such as one of an OpenMP team: it has no place
// in simulated time, so a call of MPI by it can only be refused.
#pragma once

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::api {

inline bool is_foreign_thread() {
  return thread_of_ranks != nullptr && thread_of_ranks != __builtin_thread_pointer();
}

// The highest level of thread support that the running rank can have. Threads of OpenMP teams that
// are real may not call MPI.
int highest_thread_level();

// Prints that `function` was called so, and ends the process with status 2.
[[noreturn]] void refuse_thread(const char* function);

}  // namespace smpi::api
