// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the real clocks behind the simulated ones, and injecting what was measured.
#include "libsmpi/modeled/burst.h"

#include <dlfcn.h>
#include <time.h>

#include "libsmpi/p2p/polling.h"
#include "libsmpi/simulation.h"

namespace smpi {
namespace {

// What a loop round polls takes at most, in real seconds; a rank that computes longer between two
// polls does something else than polling.
constexpr double polling_loop_s = 2e-6;

using ClockGettime = int (*)(clockid_t, timespec*);

double read_clock(clockid_t clock) {
  // The library interposes clock_gettime for the programs; the next one is the C library's.
  static const auto real = reinterpret_cast<ClockGettime>(dlsym(RTLD_NEXT, "clock_gettime"));
  timespec now;
  real(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double real_processor_time_s() {
  return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
double real_wall_time_s() {
  return read_clock(CLOCK_MONOTONIC);
}

void end_burst(Rank& rank) {
  const double burst_s = real_processor_time_s() - rank.burst_start_s;
  rank.measured_s += burst_s;
  if (burst_s > polling_loop_s) p2p::end_poll_streak(rank);
  double& pending_s = running_strand->pending_burst_s;
  pending_s += burst_s;
  const Tuning& tuning = rank.simulation.tuning;
  if (pending_s < tuning.cpu_threshold_s) return;
  const double flops = pending_s * tuning.host_speed_flops;
  pending_s = 0;
  rank.simulation.cpu.execute(rank.host, flops);
}

void execute_flops(double flops) {
  Rank& rank = current_rank();
  rank.simulation.cpu.execute(rank.host, flops);
}

void execute_host_seconds(double seconds) {
  Rank& rank = current_rank();
  execute_flops(seconds * rank.simulation.platform.hosts.speed_flops(rank.host));
}

}  // namespace smpi
