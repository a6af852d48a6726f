// SPDX-License-Identifier: BSD-3-Clause
//
// Screening: which of many parameters matter at all, for r (k + 1) runs.
//
// Morris (Technometrics 1991) walks through a grid of p = 4 levels, one parameter a step, and takes
// the step of p / (2 (p - 1)) = 2/3, so that all levels are drawn equally often. mu* is from
// Campolongo, Cariboni and Saltelli (2007): the mean of |effect| does not cancel where the sign
// changes. sigma is large where the effect depends on other parameters or is not linear.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tools/study/design/unit_points.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study {

// Trajectories of dimension + 1 points, one after the other. Coordinates are 0, 1/3, 2/3 and 1.
UnitPoints morris(std::size_t trajectory_count, std::size_t dimension, std::uint64_t seed);

// Of one parameter, in the unit of the results for a way through its whole range.
struct MorrisEffect {
  double mu_star = 0;
  std::optional<Interval> mu_star_interval;  // 95 %, Student's t over the trajectories
  double mu = 0;
  double sigma = 0;  // with r - 1 in the denominator
};

// `points` as `morris` gives them, with a finite result each. One effect a parameter.
std::vector<MorrisEffect> morris_effects(const UnitPoints& points, std::span<const double> results);

}  // namespace smpi::study
