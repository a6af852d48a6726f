// SPDX-License-Identifier: BSD-3-Clause
//
// Which figure of the market decides: the best choice by closed forms when one figure is 10 %
// smaller or larger, each time searched anew.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/study/hpl/search.h"

namespace smpi::study::hpl {

struct Effect {
  std::string figure;
  // The total cost of the best choice with a goal, its Gflops without; nothing where none is left.
  std::optional<double> smaller;
  std::optional<double> larger;
};

// The largest effect first; figures without effect are left out. Throws InputError.
std::vector<Effect> tornado(const Search& search);

// What the goal makes best: total cost with a goal that is reached, else Gflops.
double merit(const Market& market, const Candidate& candidate);

}  // namespace smpi::study::hpl
