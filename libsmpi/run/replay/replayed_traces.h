// SPDX-License-Identifier: BSD-3-Clause
//
// Traces in the place of programs: their ranks are added to the simulation and started, those of
// each trace in a world of their own. They have no copies of a program, no clocks and no data.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/mpi/process/starter.h"
#include "libsmpi/run/replay/player.h"
#include "models/platform/ids.h"

namespace smpi {
class AssembledSimulation;
}

namespace smpi::replay {

// The table of options `replay/...`.
std::span<const kernel::OptionSpec> options();

// How the options say that text is to be read.
trace::TraceOptions trace_options(const kernel::Options& options);

class ReplayedTraces {
 public:
  // The simulation must outlive this object.
  explicit ReplayedTraces(AssembledSimulation& simulation);
  ~ReplayedTraces();
  ReplayedTraces(const ReplayedTraces&) = delete;
  ReplayedTraces& operator=(const ReplayedTraces&) = delete;

  // Starts the ranks of a trace, one for each host, before the run or from an actor. The trace must
  // outlive this object.
  process::StartedRanks start(trace::Trace& trace, const std::vector<models::HostId>& host_of_rank);
  // Plays the actions of rank `rank_in_trace` in the place of the running rank's program, from
  // MPI_Init to MPI_Finalize. All ranks that name the same trace share it. Throws
  // kernel::InputError.
  void play_here(Rank& rank, const std::string& path, std::uint32_t rank_in_trace);
  // What is called when a rank has done all its actions, just before it ends.
  void set_rank_end_hook(std::function<void(const Rank&)> hook) {
    rank_end_hook_ = std::move(hook);
  }

  // How many actions were done so far. May be asked by another thread.
  std::uint64_t action_count() const;

 private:
  struct Started {
    Shared shared;
    process::StartedRanks ranks;
  };
  std::string place_of(const void* address) const;
  int run(Player& player, Rank& rank);

  AssembledSimulation& simulation_;
  bool computes_;
  RunShared shared_;
  std::deque<Started> started_;
  // Those that ranks named in their programs.
  struct Named {
    std::unique_ptr<trace::Trace> trace;
    Started* started;
  };
  std::map<std::string, Named> named_;
  mutable std::mutex players_mutex_;  // their number grows while they are counted
  std::deque<Player> players_;
  std::function<void(const Rank&)> rank_end_hook_;
};

}  // namespace smpi::replay
