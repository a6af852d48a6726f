// SPDX-License-Identifier: BSD-3-Clause
//
// Modelled kernels that a rank owes until it enters MPI: there all that it owes is one execution,
// and each kernel takes its part of the time. Calls of one kernel are taken together, so what is
// kept does not grow with the calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace smpi::record {

class OwedKernels {
 public:
  void owe(std::uint32_t process, std::uint32_t kernel, double flops) {
    if (process >= owed_.size()) owed_.resize(process + 1);
    std::vector<Part>& parts = owed_[process];
    const auto same = std::ranges::find(parts, kernel, &Part::kernel);
    if (same == parts.end()) {
      parts.push_back({kernel, flops});
    } else {
      same->flops += flops;
    }
  }

  // Calls visit(kernel, begin_s, end_s) for each kernel in the order of first calls, and forgets
  // them. `flops` took from begin_s to end_s; what is not of kernels comes last.
  template <class Visit>
  void pay(std::uint32_t process, double flops, double begin_s, double end_s, Visit&& visit) {
    if (process >= owed_.size() || !(flops > 0)) return;
    const double second_per_flop = (end_s - begin_s) / flops;
    for (const Part& part : owed_[process]) {
      const double part_end_s = std::min(begin_s + part.flops * second_per_flop, end_s);
      visit(part.kernel, begin_s, part_end_s);
      begin_s = part_end_s;
    }
    owed_[process].clear();
  }

 private:
  struct Part {
    std::uint32_t kernel;
    double flops;
  };
  std::vector<std::vector<Part>> owed_;
};

}  // namespace smpi::record
