// SPDX-License-Identifier: BSD-3-Clause
//
// Where a run spends its time: a timer interrupts the simulating thread every millisecond, and
// whoever listens gets the addresses on the stack, innermost first.
//
// Timers of processor time would do with 100 samples a second on most systems, so it is one of real
// time, and a sample stands for its share of the processor time. Only while a rank runs outside
// MPI. The listener is called in the signal handler: it must neither allocate nor wait.
#pragma once

#include <ctime>
#include <span>

namespace smpi::observe {

class StackListener {
 public:
  virtual ~StackListener() = default;
  // The first address is that of the interrupted instruction; the others lie in the calls.
  virtual void sample(std::span<const void* const> stack) = 0;
};

// One at a time.
class StackSampler {
 public:
  explicit StackSampler(StackListener& listener);
  ~StackSampler();
  StackSampler(const StackSampler&) = delete;
  StackSampler& operator=(const StackSampler&) = delete;

  // Processor time since the start, for each interruption so far, also of those inside MPI.
  double seconds_per_sample() const;

 private:
  double start_s_;
  timer_t timer_ = nullptr;
};

// While one lives no sample is taken: the listener is changing what samples are compared with.
class SamplingPause {
 public:
  SamplingPause();
  ~SamplingPause();
  SamplingPause(const SamplingPause&) = delete;
  SamplingPause& operator=(const SamplingPause&) = delete;
};

// Addresses of the caller's stack, from `start` on when it is on it, else from the caller. Returns
// how many of `stack` it filled.
std::size_t collect_stack(std::span<const void*> stack, const void* start);

}  // namespace smpi::observe
