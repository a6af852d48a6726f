// SPDX-License-Identifier: BSD-3-Clause
//
// The door names PMPI_Send as MPI_Send, so a tool's calls count once.
#include "libsmpi/run/futures/calls.h"

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::futures {

void CallCounter::enter_call(const Rank&, const CallRecord& call) {
  if (left_ == 0 || function_ != call.function) return;
  if (--left_ == 0) engine_.pause_after_instant();
}

}  // namespace smpi::futures
