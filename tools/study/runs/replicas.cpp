// SPDX-License-Identifier: BSD-3-Clause
//
// Quantiles of Student's distribution come from Boost.Math.
#include "tools/study/runs/replicas.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

namespace smpi::study {

SampleSummary summarize(std::span<const double> sample) {
  SampleSummary summary{.count = sample.size(), .half_width = {}};
  const auto count = static_cast<double>(sample.size());
  double sum = 0;
  for (const double value : sample) sum += value;
  summary.mean = sum / count;
  std::vector<double> sorted(sample.begin(), sample.end());
  std::ranges::sort(sorted);
  const std::size_t middle = sorted.size() / 2;
  summary.median =
      sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  if (sorted.front() == sorted.back()) {
    summary.mean = sorted.front();
    return summary;
  }
  double squares = 0;
  for (const double value : sample) squares += (value - summary.mean) * (value - summary.mean);
  summary.deviation = std::sqrt(squares / (count - 1));
  constexpr double upper = 0.975;
  const double quantile = boost::math::quantile(boost::math::students_t(count - 1), upper);
  summary.half_width = quantile * summary.deviation / std::sqrt(count);
  return summary;
}

bool is_known_within(std::span<const double> sample, double part) {
  if (sample.size() < 2) return false;
  const SampleSummary summary = summarize(sample);
  return !summary.half_width || *summary.half_width <= part * std::abs(summary.mean);
}

}  // namespace smpi::study
