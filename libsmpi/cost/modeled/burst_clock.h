// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of measured computation: processor time of the thread that runs the ranks, cheap enough
// to be read twice in each MPI call.
//
// Linux tells processor time only by a system call (0.5 to 1 us); the monotonic clock is read in
// user space (25 to 30 ns), but it also counts while another process has the core. So the monotonic
// clock is added to the last reading of the processor's, which is read again once the monotonic
// clock went on for 50 us since then. What is lost to a neighbour for longer is therefore never
// counted. What is lost for a shorter time is counted at first, and the clock then stands still
// until the processor's has caught up. Hence the bounds: a reading is at most 50 us ahead of
// processor time, behind it only by what the system call itself takes, and errors do not add up.
// The system call costs at most 2 % of the run.
//
// Alternatives considered: the time stamp counter (12 ns) has to be calibrated, and virtual
// machines and old processors change its rate; where the system trusts it, the monotonic clock is
// made of it. Increments that grow in loops that only read the clock: a program that times a short
// kernel again and again looks the same, and would see time that nobody used. Where the system has
// to be called for the monotonic clock too (its clock source is not tsc), a reading costs what it
// did before.
#pragma once

#include <algorithm>
#include <cstdint>

namespace smpi {

class BurstClock {
 public:
  using Clock = std::int64_t (*)();  // nanoseconds since some start, never falling

  static constexpr std::int64_t ahead_max_ns = 50000;

  constexpr BurstClock(Clock monotonic, Clock processor)
      : monotonic_(monotonic), processor_(processor) {}

  // The calling thread is the one to measure from now on.
  void restart() {
    last_ns_ = 0;
    correct();
  }

  // Processor time of the thread. Never falls.
  std::int64_t read_ns() {
    const std::int64_t since_ns = monotonic_() - monotonic_ns_;
    if (__builtin_expect(since_ns > ahead_max_ns, 0)) return correct();
    return last_ns_ = std::max(last_ns_, processor_ns_ + since_ns);
  }

 private:
  std::int64_t correct() {
    processor_ns_ = processor_();
    monotonic_ns_ = monotonic_();
    return last_ns_ = std::max(last_ns_, processor_ns_);
  }

  Clock monotonic_;
  Clock processor_;
  std::int64_t monotonic_ns_ = 0;  // both at the last correction
  std::int64_t processor_ns_ = 0;
  std::int64_t last_ns_ = 0;  // what the last reading said
};

}  // namespace smpi
