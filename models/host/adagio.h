// SPDX-License-Identifier: BSD-3-Clause
//
// Adagio (Rountree et al. 2009): between two messages a rank has a task; what it will take is known
// from the iteration before, so a task that would only wait for its message runs slower.
//
// The program tells where its iterations begin and end (AMPI_Iteration_in and _out). A task is the
// computations before a message of its host. Task n of an iteration computed at r_n flop/s and had
// 99 % of the time from its start to its message, t_n: the slowest pstate in which its operations
// take at most t_n is that of the next computation. Rates in pstates that were not tried are those
// of pstate 0, scaled by their speeds.
//
// SimGrid 3.32 to 4.2 have the same rules but never tell their governor of iterations, so there it
// is the fastest pstate at each computation; that is also what happens here outside of iterations.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "models/host/cpu.h"
#include "models/host/host_load.h"
#include "models/platform/platform.h"

namespace smpi::models {

class Adagio {
 public:
  // All must outlive this object.
  Adagio(kernel::Engine& engine, Platform& platform, Cpu& cpu, HostLoads& loads);

  // The host has this governor, and stays between these pstates.
  void add(HostId host, std::uint32_t fastest, std::uint32_t slowest);

  // What happens on hosts, those without this governor included.
  void begin_iteration(HostId host);
  void end_iteration(HostId host);
  void begin_work(HostId host);
  void end_work(HostId host, double duration_s);
  void start_message(HostId source, HostId destination);

 private:
  struct State {
    bool is_governed = false;
    bool is_in_iteration = false;
    std::uint32_t fastest = 0;
    std::uint32_t slowest = 0;
    std::uint32_t pstate = 0;  // that the next computation gets
    std::uint32_t task = 0;    // of the iteration
    double start_s = 0;        // of the task
    double computed_s = 0;     // in the task
    // Flop/s of each task in each pstate; 0: not known.
    std::vector<std::vector<double>> rates_flops;
  };
  void end_task(HostId host);
  std::vector<double>& rates_of(State& state, HostId host) const;

  kernel::Engine& engine_;
  Platform& platform_;
  Cpu& cpu_;
  HostLoads& loads_;
  std::vector<State> states_;  // by host
};

}  // namespace smpi::models
