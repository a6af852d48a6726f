// SPDX-License-Identifier: BSD-3-Clause
//
// Streaks of failed polls and the sleep that stands for them.
#include "libsmpi/p2p/polling.h"

#include <cmath>

#include "libsmpi/simulation.h"

namespace smpi::p2p {
namespace {

// Polls that are simulated one by one before the rank is taken to do nothing else.
constexpr std::uint32_t exact_polls = 16;
// Rounds of polls in a simulation that stands still before it is called a deadlock.
constexpr std::uint32_t standstill_rounds_max = 100000;
// What a failed poll takes where polls cost nothing, which would stop time.
constexpr double free_poll_s = 1e-9;

}  // namespace

void charge_failed_poll(double cost_s) {
  Rank& rank = current_rank();
  kernel::Engine& engine = rank.simulation.engine;
  if (cost_s <= 0) {
    engine.yield();
    cost_s = free_poll_s;
  }
  rank.poll_streak++;
  // Another thread may change what the loop looks at besides.
  const bool others_run = rank.thread_count > 0;
  if (rank.poll_streak <= exact_polls || rank.poll_sleeper != nullptr || others_run) {
    engine.sleep(cost_s);
    return;
  }
  const double start_s = engine.now_s();
  rank.poll_sleeper = running_strand->actor;
  engine.block();
  rank.poll_sleeper = nullptr;
  const double polls = std::max(1.0, std::ceil((engine.now_s() - start_s) / cost_s * (1 - 1e-12)));
  engine.sleep(start_s + polls * cost_s - engine.now_s());
}

void charge_growing_poll(double cost_s, std::uint32_t failed_polls) {
  kernel::Engine& engine = current_rank().simulation.engine;
  if (cost_s > 0) return engine.sleep(cost_s * (1.0 + failed_polls));
  engine.yield();
  engine.sleep(free_poll_s * failed_polls);
}

void wake_poller(Rank& rank) {
  rank.simulation.engine.wake(*rank.poll_sleeper);
}

bool wake_pollers_at_standstill(Simulation& simulation) {
  bool woken = false;
  if (simulation.standstill_rounds++ > standstill_rounds_max) return false;
  for (auto& rank : simulation.ranks) {
    if (rank->poll_sleeper == nullptr) continue;
    simulation.engine.wake(*rank->poll_sleeper);
    woken = true;
  }
  return woken;
}

}  // namespace smpi::p2p
