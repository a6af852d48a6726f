// SPDX-License-Identifier: BSD-3-Clause
//
// Messages on the wire, for arrows of a timeline. When there are too many, every second one is
// dropped, and from then on only so many are kept: even over the run, and the same in each run.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/runtime/observers.h"

namespace smpi::record {

class Arrows {
 public:
  static constexpr std::size_t usual_budget = 20'000;
  explicit Arrows(std::size_t budget = usual_budget) : budget_(budget) {}

  struct Arrow {
    std::uint64_t number;  // of the transfer
    std::uint32_t sender;  // process
    std::uint32_t receiver;
    double start_s;
    double end_s;
    std::uint64_t bytes;
  };
  // Transfers between two ranks.
  void start(const Transfer& transfer, double now_s);
  void end(const Transfer& transfer, double now_s);

  // In the order in which they ended.
  const std::vector<Arrow>& arrows() const { return arrows_; }
  // One message of so many has an arrow.
  std::uint64_t stride() const { return stride_; }

 private:
  bool is_kept(std::uint64_t number) const { return number % stride_ == 0; }

  std::size_t budget_;
  std::uint64_t stride_ = 1;
  std::vector<Arrow> arrows_;
  std::unordered_map<std::uint64_t, double> started_s_;  // of those on their way, by number
};

}  // namespace smpi::record
