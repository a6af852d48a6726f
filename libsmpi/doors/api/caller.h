// SPDX-License-Identifier: BSD-3-Clause
//
// The rank that calls a function outside the MPI standard: those need no door of their own when
// they neither block nor read a clock.
#pragma once

#include "libsmpi/doors/api/foreign_thread.h"
#include "libsmpi/doors/assembly/singleton.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::api {

// The running rank; that of a singleton when the program was not started by smpirun.
inline Rank& calling_rank() {
  if (__builtin_expect(is_foreign_thread(), 0)) refuse_thread("a function of smpi/smpi.h");
  if (__builtin_expect(running_strand == nullptr, 0)) start_singleton("a function of smpi/smpi.h");
  return current_rank();
}

}  // namespace smpi::api
