// SPDX-License-Identifier: BSD-3-Clause
//
// Adding up and executing injected work.
#include "libsmpi/modeled/injection.h"

#include <utility>

#include "libsmpi/runtime/simulation.h"
#include "models/host/cpu.h"
#include "models/platform/platform.h"

namespace smpi::modeled {

void inject_flops(double flops) {
  Rank& rank = current_rank();
  if (rank.simulation.tuning.computation_is_free) return;
  rank.owed_flops += flops;
  if (running_strand->call_depth > 0 && rank.owed_flops > 0) pay_owed_work(rank);
}

void pay_owed_work(Rank& rank) {
  // A rank that computes between two polls does something else than polling.
  rank.end_poll_streak();
  rank.simulation.cpu.execute(rank.host, std::exchange(rank.owed_flops, 0.0));
}

double nominal_speed_flops(const Rank& rank) {
  const models::HostTable& hosts = rank.simulation.platform.hosts;
  return hosts.pstate_speed_flops[rank.host][hosts.pstate[rank.host]];
}

}  // namespace smpi::modeled
