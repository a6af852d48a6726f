// SPDX-License-Identifier: BSD-3-Clause
//
// What the door of an MPI call does for time, and no more.
#include "libsmpi/cost/modeled/clock_call.h"

#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::modeled {

void enter_clock_call() {
  Rank& rank = current_rank();
  if (running_strand->call_depth++ > 0) return;
  rank.end_poll_streak();
  if (rank.simulation.tuning.simulate_computation) end_burst(rank);
  if (rank.owed_flops > 0) pay_owed_work(rank);
}

void leave_clock_call() {
  Rank& rank = current_rank();
  if (--running_strand->call_depth > 0) return;
  if (rank.simulation.tuning.simulate_computation) begin_burst(rank);
}

}  // namespace smpi::modeled
