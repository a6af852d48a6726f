// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of a network that run beside each other, on threads and in processes.
//
// A round: each part says when its next event is; from these, and from how far parts may be ahead
// of each other (division.h), each part knows up to which time nobody can send it anything, and
// runs all its events before that; then it takes the records that others have written for it.
// Nothing is ever undone. As what a part does depends on its events in the order of their keys
// only, the result is the same for any number of parts, threads and processes.
//
// Alternatives considered: null messages (as many of them as rounds, and 26 channels a part on a
// torus), Time Warp (every handler needs an inverse; ranks of programs have none).
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "models/packet/carrier.h"
#include "models/packet/division.h"

namespace smpi::models::packet {

// Other processes that hold the other parts. All of them make the same calls in the same order.
class Processes {
 public:
  virtual ~Processes() = default;
  // Parts first_part() .. first_part() + number of carriers - 1 are here.
  virtual std::uint32_t first_part() const = 0;
  // The times of all parts, of which those of this process are given. What it gives below 0 all
  // get.
  virtual void share(std::span<Picoseconds> next_times) = 0;
  // Sends what parts here have written for parts elsewhere, and gives parts here what came for
  // them.
  virtual void exchange(std::span<Carrier* const> parts) = 0;
};

struct WindowStatistics {
  std::uint64_t rounds = 0;
  double waiting_s = 0;  // of all threads together, at barriers and for other processes
  double busy_s = 0;     // processor time of all threads
  double longest_s = 0;  // that of the busiest
};

class Windows {
 public:
  // `parts`: those of this process. `processes`: null when these are all. All must outlive it.
  Windows(const Division& division, std::vector<Carrier*> parts, std::uint32_t thread_count,
          Processes* processes = nullptr);

  // Until nothing is left to happen anywhere. Throws what a part has thrown; of several the first.
  void run();
  const WindowStatistics& statistics() const { return statistics_; }

 private:
  // Of the parts of a thread.
  struct Share {
    std::uint32_t first;
    std::uint32_t end;
  };

  void work(std::uint32_t thread);
  void run_part(std::uint32_t part);
  bool has_failed() const;
  void take_records(std::uint32_t part);
  Picoseconds horizon_of(std::uint32_t part) const;
  template <class Last>
  void meet(double& waiting_s, Last last);

  const Division& division_;
  std::vector<Carrier*> parts_;
  std::uint32_t thread_count_;
  Processes* processes_;
  std::uint32_t first_part_ = 0;
  std::vector<Picoseconds> next_times_;  // of all parts
  std::uint32_t polls_;                  // before a thread sleeps at a barrier
  bool is_over_ = false;
  std::vector<std::exception_ptr> errors_;  // by part
  alignas(64) std::atomic<std::uint32_t> arrived_ = 0;
  alignas(64) std::atomic<std::uint32_t> generation_ = 0;
  WindowStatistics statistics_;
};

}  // namespace smpi::models::packet
