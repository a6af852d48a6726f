// SPDX-License-Identifier: BSD-3-Clause
//
// What a poll that finds nothing costs (MODELS 10.3).
//
// MPI_Test* and MPI_Iprobe take simulated time, or a rank that polls would spin for ever.
// Simulating each poll of a long wait as an event would cost millions of them. So a rank that does
// nothing but poll (a streak of failed polls without another call, and without a count of them:
// poll_loop.h) sleeps until something happens that a poll could see, and is then charged the whole
// number of polls it would have made.
//
// `smpi/grow-injected-times` has growing polls instead: each costs its price times one more than
// the polls that failed since one succeeded, found or not. The count is the rank's own (`yes`), or
// one for all ranks (`shared`: so SimGrid counts, whose predictions it reproduces); probes and
// tests are counted apart. As each changes the next sleep of others, each is an event, but not a
// switch: one that does nothing else is only asked again when a poll could find something, or 16
// polls later.
#pragma once

#include <utility>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {

// Charges one failed poll of `cost_s` seconds to the running rank; may sleep through many.
void charge_failed_poll(double cost_s);
// Ends the long sleep of a polling rank at its next poll.
void wake_poller(Rank& rank);
// The counts of failed polls that make this rank's polls grow; nullptr when they do not.
inline FailedPolls* growing_polls(Rank& rank) {
  switch (rank.simulation.tuning.poll_growth) {
    case PollGrowth::per_rank:
      return &rank.failed_polls;
    case PollGrowth::shared:
      return &rank.simulation.failed_polls;
    case PollGrowth::none:
      break;
  }
  return nullptr;
}
// Does what the running rank owes and sleeps for a growing poll, in a streak for those after it too
// that cannot find anything, which it adds to `failed_polls`. One that is free takes time after one
// that failed.
void charge_growing_poll(double cost_s, std::uint32_t& failed_polls);

// Does poll() execute the work that `rank` owes? Else the door of the call does, as for any other.
bool pays_what_it_owes(const Rank& rank);

// While it lives the running rank is in MPI_Iprobe, which keeps a core of its host busy.
class ProbeLoad {
 public:
  ProbeLoad(const Rank& rank, PollKind kind) {
    modeled::MachineState& machine = *rank.simulation.machine;
    if (kind != PollKind::probe || __builtin_expect(!machine.counts_probes(), 1)) return;
    rank_ = &rank;
    machine.begin_probe(rank.host);
  }
  ~ProbeLoad() {
    if (__builtin_expect(rank_ != nullptr, 0)) {
      rank_->simulation.machine->end_probe(rank_->host);
    }
  }
  ProbeLoad(const ProbeLoad&) = delete;
  ProbeLoad& operator=(const ProbeLoad&) = delete;

 private:
  const Rank* rank_ = nullptr;
};

// One poll of the running rank. `look` says whether what it looks for is there; it is asked again
// after time has passed in which something happened. Returns its last answer.
template <class Look>
bool poll(PollKind kind, Look look) {
  Rank& rank = current_rank();
  const Tuning& tuning = rank.simulation.tuning;
  const ProbeLoad load(rank, kind);
  const double cost_s = kind == PollKind::probe ? tuning.iprobe_s : tuning.test_s;
  bool found = false;
  if (FailedPolls* failed_polls = growing_polls(rank)) {
    if (std::exchange(rank.streak_kind, kind) != kind) rank.end_poll_streak();
    std::uint32_t& failed = (*failed_polls)[static_cast<std::size_t>(kind)];
    charge_growing_poll(cost_s, failed);
    found = look();
    failed = found ? 0 : failed + 1;
    rank.poll_streak++;
    rank.looked_activity = rank.activity;
  } else {
    const std::uint64_t looked_activity = rank.activity;
    found = look();
    if (!found) {
      charge_failed_poll(cost_s);
      // Threads and the checks of a program may change what it looks for without a trace.
      const bool may_be_new = rank.activity != looked_activity || rank.thread_count > 0 ||
                              rank.simulation.checks != nullptr;
      if (may_be_new) found = look();
    }
  }
  if (found) rank.end_poll_streak();
  return found;
}

// Nothing will happen any more: lets polling ranks go on, in case they give up or do something
// else. False when nobody polls, or they polled in vain for too long: a deadlock.
bool wake_pollers_at_standstill(Simulation& simulation);

}  // namespace smpi::p2p
