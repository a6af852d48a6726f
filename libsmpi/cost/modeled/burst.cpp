// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the clock around calls, and injecting what was measured.
#include "libsmpi/cost/modeled/burst.h"

#include "libsmpi/cost/modeled/burst_clock.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "models/platform/platform.h"

namespace smpi {
namespace {

// What a loop round polls takes at most, in real seconds; a rank that computes longer between two
// polls does something else than polling.
constexpr double polling_loop_s = 2e-6;

// Of the thread that runs the ranks.
constinit BurstClock clock(load::real_clock_ns, load::real_processor_time_ns);

double read_clock_s() {
  return 1e-9 * static_cast<double>(clock.read_ns());
}

}  // namespace

void start_burst_clock() {
  clock.restart();
}

void begin_burst(Rank& rank) {
  rank.burst_start_s = read_clock_s();
}

void end_burst(Rank& rank) {
  const double burst_s = read_clock_s() - rank.burst_start_s;
  rank.measured_s += burst_s;
  if (burst_s > polling_loop_s) rank.end_poll_streak();
  double& pending_s = running_strand->pending_burst_s;
  pending_s += burst_s;
  const Tuning& tuning = rank.simulation.tuning;
  if (pending_s < tuning.cpu_threshold_s) return;
  const double flops = pending_s * tuning.host_speed_flops;
  pending_s = 0;
  tell_compute(rank, flops);
  modeled::compute(rank, flops);
}

void execute_flops(double flops) {
  modeled::compute(current_rank(), flops);
}

}  // namespace smpi
