// SPDX-License-Identifier: BSD-3-Clause
//
// The virtual clock of one process, and the model of the network that it goes by.
//
// A message of n bytes takes latency + n / bandwidth, whatever else is on its way: there is no
// contention. A collective takes `rounds` latencies and the bytes of the busiest rank, the lower
// bounds of Chan, Heimlich, Purkayastha and van de Geijn (Concurrency and Computation, 2007); with
// two ranks that is a message. Riesen ("A hybrid MPI simulator", 2006) has the factors.
#pragma once

#include <algorithm>
#include <cstdint>

namespace smpi::acquire {

struct VirtualMachine {
  bool is_wanted = false;            // SMPI_ACQUIRE_VIRTUAL_TIME
  double latency_s = 0;              // _LATENCY, with its factor
  double bandwidth_bytes_per_s = 0;  // _BANDWIDTH, with its factor
  double speed_factor = 1;           // _SCALE_SPEED
  double collective_factor = 1;      // _SCALE_COLLECTIVES
};

class VirtualClock {
 public:
  explicit VirtualClock(const VirtualMachine& machine) : machine_(machine) {}

  double now_s() const { return now_s_; }
  double computing_s() const { return computing_s_; }

  // `seconds` on the real processor.
  void compute(double seconds) {
    if (!(seconds > 0)) return;
    now_s_ += seconds / machine_.speed_factor;
    computing_s_ += seconds / machine_.speed_factor;
  }
  void wait(double until_s) { now_s_ = std::max(now_s_, until_s); }

  double message_s(double size_bytes) const {
    return machine_.latency_s + size_bytes / machine_.bandwidth_bytes_per_s;
  }
  double collective_s(int rounds, double size_bytes) const {
    return machine_.collective_factor *
           (rounds * machine_.latency_s + size_bytes / machine_.bandwidth_bytes_per_s);
  }

 private:
  VirtualMachine machine_;
  double now_s_ = 0;
  double computing_s_ = 0;
};

// Of this process; null: virtual time is not wanted.
VirtualClock* begin_virtual_time(const VirtualMachine& machine);

}  // namespace smpi::acquire
