// SPDX-License-Identifier: BSD-3-Clause
//
// What recorders write, as tests compare it.
#pragma once

#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/text_format.h"

namespace smpi::trace {

// Keeps the lines that a text file would have.
class Lines final : public Sink {
 public:
  void add(std::uint32_t rank, const Action& action) override {
    std::string line;
    append_line(line, rank, action, texts_);
    line.pop_back();
    all.push_back(line);
  }
  std::vector<std::string> all;
  Texts& texts() { return texts_; }

 private:
  Texts texts_;
};

}  // namespace smpi::trace
