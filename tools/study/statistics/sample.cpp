// SPDX-License-Identifier: BSD-3-Clause
//
// Sums are taken from the first value on, so that equal values have exactly their own mean and a
// small spread around a large mean loses no digits.
#include "tools/study/statistics/sample.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "kernel/error.h"
#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

constexpr std::size_t resample_count = 10000;

bool are_equal(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

// Reorders the values.
double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Interval median_interval_of(std::span<const double> values, std::uint64_t seed) {
  kernel::RandomStream stream = kernel::named_stream(seed, "bootstrap of the median");
  std::vector<double> medians(resample_count);
  std::vector<double> resample(values.size());
  for (double& median : medians) {
    for (double& value : resample) value = values[kernel::draw_below(stream, values.size())];
    median = median_of(resample);
  }
  std::sort(medians.begin(), medians.end());
  return {quantile(medians, (1 - confidence) / 2), quantile(medians, (1 + confidence) / 2)};
}

}  // namespace

MeanAndSpread mean_and_spread(std::span<const double> values) {
  SIM_ASSERT(!values.empty(), "the mean of no values");
  const auto count = static_cast<double>(values.size());
  double above_first = 0;
  for (const double value : values) above_first += value - values.front();
  const double mean = values.front() + above_first / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() < 2 ? 0 : std::sqrt(squares / (count - 1))};
}

double quantile(std::span<const double> sorted, double probability) {
  SIM_ASSERT(!sorted.empty(), "a quantile of no values");
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

std::optional<Interval> t_interval(std::span<const double> values) {
  SIM_ASSERT(!values.empty(), "an interval of no values");
  if (are_equal(values)) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  const boost::math::students_t distribution(count - 1);
  const auto [mean, sd] = mean_and_spread(values);
  const double t = boost::math::quantile(distribution, (1 + confidence) / 2);
  const double half_width = t * sd / std::sqrt(count);
  return Interval{mean - half_width, mean + half_width};
}

Summary summarize(std::span<const double> values, std::uint64_t seed) {
  SIM_ASSERT(!values.empty(), "a summary of no values");
  Summary summary;
  summary.count = values.size();
  const auto [mean, sd] = mean_and_spread(values);
  summary.mean = mean;
  summary.sd = sd;
  std::vector<double> copy(values.begin(), values.end());
  summary.median = median_of(copy);
  summary.mean_interval = t_interval(values);
  if (summary.mean_interval) summary.median_interval = median_interval_of(values, seed);
  return summary;
}

bool half_width_is_small(std::span<const double> values, double relative) {
  if (values.size() < 2) return false;
  const std::optional<Interval> interval = t_interval(values);
  return !interval ||
         (interval->high - interval->low) / 2 <= relative * std::abs(mean_and_spread(values).mean);
}

std::optional<SpeedUp> speed_up(std::span<const double> base, std::span<const double> other) {
  SIM_ASSERT(base.size() == other.size() && !base.empty(), "a speed-up needs pairs");
  std::vector<double> logarithms;
  for (std::size_t pair = 0; pair < base.size(); ++pair) {
    if (!(base[pair] > 0) || !(other[pair] > 0)) return std::nullopt;
    logarithms.push_back(std::log(base[pair] / other[pair]));
  }
  SpeedUp found{.ratio = std::exp(mean_and_spread(logarithms).mean),
                .interval = t_interval(logarithms)};
  if (found.interval) {
    found.interval = Interval{std::exp(found.interval->low), std::exp(found.interval->high)};
  }
  return found;
}

}  // namespace smpi::study
