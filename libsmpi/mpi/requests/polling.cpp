// SPDX-License-Identifier: BSD-3-Clause
//
// Streaks of failed polls and the sleep that stands for them.
#include "libsmpi/mpi/requests/polling.h"

#include <bit>
#include <cmath>

#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/mpi/requests/poll_loop.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "models/host/cpu.h"

namespace smpi::p2p {
namespace {

// Polls that are simulated one by one before the rank may be taken to do nothing else. A power of
// 2: then the program's state is kept (poll_loop.h). Fewer where it only polled before.
constexpr std::uint32_t exact_polls = 16;
constexpr std::uint32_t exact_polls_of_known = 4;
// The same of a program whose state changes: it may only count its polls. After them a call stands
// for this share of the calls before it.
constexpr std::uint32_t counted_polls = 4096;
constexpr std::uint32_t counted_share = 16;
// Growing polls that a call stands for then, at most: a rank whose count is not noticed still comes
// to its end.
constexpr std::uint32_t growing_polls_max = 16;
// Rounds of polls in a simulation that stands still before it is called a deadlock.
constexpr std::uint32_t standstill_rounds_max = 100000;
// What a failed poll takes where polls cost nothing, which would stop time.
constexpr double free_poll_s = 1e-9;

// To be asked at each failed poll: does the running rank do nothing else until one finds something?
// Another thread may change what the loop looks at besides.
bool only_polls(Rank& rank, std::uint32_t polls_least = exact_polls) {
  const std::uint32_t streak = rank.poll_streak;
  if (streak < polls_least || rank.thread_count > 0) return false;
  // In the first polls only a loop of one call, whose state was kept at the poll before. One of
  // several calls sleeps where it would have slept, or its time would be rounded elsewhere.
  const bool may_sleep =
      streak > polls_least && (streak > exact_polls || std::has_single_bit(streak - 1));
  if (!may_sleep && !keeps_state(streak)) return false;  // nobody asks for the state
  return repeats_poll(rank) && may_sleep;
}

// Growing polls, on the stack of their rank. The work that the rank owes, the sleeps, and the polls
// of a streak that cannot find anything, because nothing happened since the rank looked, follow
// each other without a switch to the rank.
struct GrowingPolls {
  Rank& rank;
  double cost_s;
  std::uint32_t& failed_polls;
  std::uint32_t left;  // that may be done without asking the rank
  kernel::Actor& actor = *running_strand->actor;
  double began_s = 0;
  bool over = false;

  void wait() {
    if (rank.owed_flops > 0) {
      const double flops = std::exchange(rank.owed_flops, 0.0);
      tell_compute(rank, flops);
      rank.simulation.cpu.start(rank.host, flops, begin_first, this, 0);
    } else {
      begin_first(this, 0);
    }
    while (!over) rank.simulation.engine.block();
    tell_poll(rank, rank.simulation.engine.now_s() - began_s);
  }

  static void begin_first(void* self, std::uint32_t) {
    auto& polls = *static_cast<GrowingPolls*>(self);
    polls.began_s = polls.rank.simulation.engine.now_s();
    begin_one(self, 0);
  }

  static void begin_one(void* self, std::uint32_t) {
    auto& polls = *static_cast<GrowingPolls*>(self);
    kernel::Engine& engine = polls.rank.simulation.engine;
    const double sleep_s = polls.cost_s * (1.0 + polls.failed_polls);
    engine.events().schedule(engine.now_s() + sleep_s, kernel::Priority::timer, end_one, self, 0);
  }

  static void end_one(void* self, std::uint32_t) {
    auto& polls = *static_cast<GrowingPolls*>(self);
    if (polls.actor.state() == kernel::Actor::State::finished) return;
    if (polls.left > 0 && polls.rank.activity == polls.rank.looked_activity) {
      polls.left--;
      polls.failed_polls++;
      return begin_one(self, 0);
    }
    polls.over = true;
    polls.rank.simulation.engine.wake(polls.actor);
  }
};

// Blocks the running actor until it is woken, or until a time.
void block_until(kernel::Engine& engine, double end_s) {
  struct Alarm {
    kernel::Engine& engine;
    kernel::Actor& actor;
    bool rang = false;
  } alarm{engine, *engine.current()};
  const kernel::EventId event = engine.events().schedule(
      end_s, kernel::Priority::timer,
      [](void* self, std::uint32_t) {
        auto& one = *static_cast<Alarm*>(self);
        if (one.actor.state() == kernel::Actor::State::finished) return;
        one.rang = true;
        one.engine.wake(one.actor);
      },
      &alarm, 0);
  engine.block();
  if (!alarm.rang) engine.events().cancel(event);
}

// Sleeps to the end of the poll under way, of those since `start_s`. The first ones of a streak
// follow each other as if they had been simulated, so that times do not depend on what is known.
void end_poll(Rank& rank, double start_s, double cost_s) {
  kernel::Engine& engine = rank.simulation.engine;
  const double now_s = engine.now_s();
  for (; rank.poll_streak <= exact_polls; rank.poll_streak++) {
    start_s += cost_s;
    if (start_s >= now_s) return engine.sleep(start_s - now_s);
  }
  const double polls = std::max(1.0, std::ceil((now_s - start_s) / cost_s * (1 - 1e-12)));
  engine.sleep(start_s + polls * cost_s - now_s);
}

// A poll from here to the end of the scope.
class Told {
 public:
  explicit Told(const Rank& rank) : rank_(rank), began_s_(rank.simulation.engine.now_s()) {}
  ~Told() { tell_poll(rank_, rank_.simulation.engine.now_s() - began_s_); }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

 private:
  const Rank& rank_;
  double began_s_;
};

}  // namespace

bool pays_what_it_owes(const Rank& rank) {
  return rank.simulation.tuning.poll_growth != PollGrowth::none &&
         !rank.simulation.machine->counts_polling() && !rank.simulation.machine->counts_probes() &&
         !rank.simulation.machine->follows_classes();
}

void charge_failed_poll(double cost_s) {
  Rank& rank = current_rank();
  kernel::Engine& engine = rank.simulation.engine;
  const Told told(rank);
  if (cost_s <= 0) {
    engine.yield();
    cost_s = free_poll_s;
  }
  rank.poll_streak++;
  const bool is_known = rank.poll_site != nullptr && rank.poll_site == site_of_poll(rank);
  const bool is_bound = !only_polls(rank, is_known ? exact_polls_of_known : exact_polls);
  const std::uint32_t polls_max = rank.poll_streak > counted_polls && rank.thread_count == 0
                                      ? rank.poll_streak / counted_share
                                      : 1;
  if (rank.poll_sleeper != nullptr || (is_bound && polls_max == 1)) {
    engine.sleep(cost_s);
    return;
  }
  const double start_s = engine.now_s();
  rank.poll_sleeper = running_strand->actor;
  if (is_bound) {
    block_until(engine, start_s + cost_s * (polls_max - 0.5));
  } else {
    rank.poll_site = site_of_poll(rank);
    engine.block();
  }
  rank.poll_sleeper = nullptr;
  end_poll(rank, start_s, cost_s);
}

void charge_growing_poll(double cost_s, std::uint32_t& failed_polls) {
  Rank& rank = current_rank();
  kernel::Engine& engine = rank.simulation.engine;
  if (rank.owed_flops > 0) rank.end_poll_streak();
  if (cost_s <= 0) {
    if (rank.owed_flops > 0) modeled::pay_owed_work(rank);
    const Told told(rank);
    engine.yield();
    engine.sleep(free_poll_s * failed_polls);
  } else {
    const std::uint32_t left = only_polls(rank) ? growing_polls_max - 1 : 0;
    if (rank.owed_flops > 0 || left > 0) {
      GrowingPolls{rank, cost_s, failed_polls, left}.wait();
    } else {
      const Told told(rank);
      engine.sleep(cost_s * (1.0 + failed_polls));
    }
  }
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
