// SPDX-License-Identifier: BSD-3-Clause
//
// A trace in the place of a program: its ranks are added to the simulation and started. They have
// no copies of a program, no clocks and no data.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/replay/player.h"
#include "models/platform/ids.h"

namespace smpi {
class AssembledSimulation;
}

namespace smpi::replay {

// The table of options `replay/...`.
std::span<const kernel::OptionSpec> options();

// How the options say that text is to be read.
trace::TraceOptions trace_options(const kernel::Options& options);

class ReplayedTrace {
 public:
  // One host per rank of the trace. Trace and simulation must outlive this object.
  ReplayedTrace(trace::Trace& trace, AssembledSimulation& simulation,
                const std::vector<models::HostId>& host_of_rank);
  ~ReplayedTrace();
  ReplayedTrace(const ReplayedTrace&) = delete;
  ReplayedTrace& operator=(const ReplayedTrace&) = delete;

  // How many actions were done so far.
  std::uint64_t action_count() const;

 private:
  Shared shared_;
  std::deque<Player> players_;
};

}  // namespace smpi::replay
