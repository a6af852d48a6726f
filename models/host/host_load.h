// SPDX-License-Identifier: BSD-3-Clause
//
// How busy hosts have been: what they computed, what they could have computed, and how long they
// did nothing, since the last reset of each. Governors of frequencies look at it, and programs that
// were written for SimGrid's plug-in host_load.
//
// Between two changes of load, speed or state a host computes at a constant rate, so each change
// adds rate x time; nothing is sampled. Following loads costs time for each computation: one of
// these exists only where somebody asks.
#pragma once

#include <vector>

#include "kernel/engine.h"
#include "models/host/cpu.h"
#include "models/platform/platform.h"

namespace smpi::models {

class HostLoads {
 public:
  // Counts from now on. All must outlive this object, which must stay where it is.
  HostLoads(kernel::Engine& engine, Platform& platform, Cpu& cpu);
  HostLoads(const HostLoads&) = delete;
  HostLoads& operator=(const HostLoads&) = delete;

  // Share of all cores in use now; 0 of a host whose pstate has no speed.
  double current(HostId host) const;
  // Since the last reset: operations, those of all cores at full speed, their ratio (0 when no time
  // has passed), and the seconds without any computation.
  double computed_flops(HostId host);
  double average(HostId host);
  double idle_s(HostId host);
  void reset(HostId host);
  double total_idle_s(HostId host);  // since the start of the counting

 private:
  struct Count {
    double computed_flops = 0;
    double possible_flops = 0;
    double idle_s = 0;
    double total_idle_s = 0;
    double since_s = 0;
  };
  double full_speed_flops(HostId host) const;
  // Adds what happened since the last change.
  Count& update(HostId host);

  kernel::Engine& engine_;
  Platform& platform_;
  Cpu& cpu_;
  std::vector<Count> counts_;
};

}  // namespace smpi::models
