// SPDX-License-Identifier: BSD-3-Clause
//
// What is to happen at a simulated time.
//
// `smpirun --stop-after TIME`: a run that would take longer ends there, with a status of its own.
// Studies end runs so that cannot win any more: simulated time only grows.
//
// `--cfg=debug/breakpoint:SECONDS`: the simulator gets the signal SIGTRAP then, for a debugger.
#pragma once

#include <span>

#include "kernel/options.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::launch {

inline constexpr int stopped_status = 6;

class StopAfter {
 public:
  // Before the run. `simulation` must outlive this object, which must stay where it is.
  StopAfter(Simulation& simulation, double time_s);
  StopAfter(const StopAfter&) = delete;
  StopAfter& operator=(const StopAfter&) = delete;

  bool has_stopped() const { return has_stopped_; }

 private:
  void stop();

  Simulation& simulation_;
  double time_s_;
  bool has_stopped_ = false;
};

// The table of its option.
std::span<const kernel::OptionSpec> breakpoint_options();
// Before the run. Does nothing for times below 0.
void set_breakpoint(Simulation& simulation);

}  // namespace smpi::launch
