// SPDX-License-Identifier: BSD-3-Clause
//
// The progress line: simulated time, messages a second and memory, twice a second on a terminal; of
// a replay also how much of the trace is done.
// A thread of its own reads two counters; the simulation never waits for it and never sees it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace smpi {
class Simulation;
}

namespace smpi::launch {

// How far a run is on a way whose length is known.
struct Share {
  std::function<std::uint64_t()> done;  // may be asked by another thread
  std::uint64_t all = 0;                // 0: not known
};

class Progress {
 public:
  // Starts when `wanted`; the simulation must outlive it.
  Progress(const Simulation& simulation, bool wanted, Share share);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void show();

  const Simulation& simulation_;
  Share share_;
  double start_s_;
  bool shown_ = false;
  bool stop_ = false;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::thread thread_;
};

}  // namespace smpi::launch
