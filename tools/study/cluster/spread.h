// SPDX-License-Identifier: BSD-3-Clause
//
// A positive number that is known within bounds: log-normal on either side of its median, 80 % of
// it between low and high. A number that is exact has equal bounds.
#pragma once

#include <cmath>

namespace smpi::study::cluster {

// Of a standard normal variable: 90 % are below it.
inline constexpr double ninth_decile = 1.2815515655446004;

struct Spread {
  double low = 0;
  double median = 0;
  double high = 0;

  // The value `z` standard deviations from the median.
  double at(double z) const {
    if (!(median > 0)) return median;
    const double end = z < 0 ? low : high;
    return median * std::pow(end / median, std::abs(z) / ninth_decile);
  }
  bool is_exact() const { return low == high; }
};

}  // namespace smpi::study::cluster
