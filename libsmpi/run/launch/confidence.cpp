// SPDX-License-Identifier: BSD-3-Clause
//
// mean +- t s / sqrt(n), t being the quantile of Student's distribution that leaves 2.5 % above.
#include "libsmpi/run/launch/confidence.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "kernel/error.h"

namespace smpi::launch {

Confidence confidence_95(std::span<const double> values) {
  SIM_ASSERT(values.size() >= 2, "one value has no deviation");
  constexpr double above = 0.025;
  const auto count = static_cast<double>(values.size());
  Confidence result;
  // Around the first value: equal values have a deviation of exactly 0.
  double sum = 0;
  for (const double value : values) sum += value - values[0];
  result.mean = values[0] + sum / count;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.standard_deviation = std::sqrt(squares / (count - 1));
  const boost::math::students_t student(count - 1);
  const double t = boost::math::quantile(boost::math::complement(student, above));
  const double half = t * result.standard_deviation / std::sqrt(count);
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

}  // namespace smpi::launch
