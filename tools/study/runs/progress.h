// SPDX-License-Identifier: BSD-3-Clause
//
// The line that says how far a study is: on a terminal it is written over itself, elsewhere there
// is one a minute.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tools/study/runs/book.h"

namespace smpi::study {

class Progress {
 public:
  Progress(std::string name, const Counts& counts);
  // Shows it if it is time to. `left_s` tells what is expected until the end, 0: not known; it is
  // asked only then.
  void show(const Counts& counts, const std::function<double()>& left_s);
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const Counts& counts, double left_s) const;

  std::string name_;
  bool is_terminal_;
  std::size_t ended_before_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = Clock::now();
};

}  // namespace smpi::study
