// SPDX-License-Identifier: BSD-3-Clause
//
// Quantiles and the bootstrap.
#include "tools/calibrate/network/statistics.h"

#include <algorithm>
#include <cmath>

#include "kernel/random_stream.h"

namespace smpi::calibrate::network {
namespace {

constexpr int bootstrap_rounds = 60;

double sorted_quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double deviation_of(const std::vector<double>& values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return values.size() > 1 ? std::sqrt(sum / static_cast<double>(values.size() - 1)) : 0;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double error_of_median(const std::vector<double>& values, std::int64_t size_bytes) {
  kernel::RandomStream stream(static_cast<std::uint64_t>(size_bytes), values.size());
  std::vector<double> medians;
  std::vector<double> drawn(values.size());
  for (int round = 0; round < bootstrap_rounds; round++) {
    for (double& value : drawn) value = values[kernel::draw_below(stream, values.size())];
    medians.push_back(median_of(drawn));
  }
  return deviation_of(medians, mean_of(medians));
}

}  // namespace

double quantile_of(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return sorted_quantile(values, share);
}

double median_of(std::vector<double> values) {
  return quantile_of(std::move(values), 0.5);
}

std::vector<SizeStatistics> statistics_of(const SamplesBySize& samples) {
  std::vector<SizeStatistics> sizes;
  for (const auto& [size_bytes, values] : samples) {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    SizeStatistics& one = sizes.emplace_back();
    one.size_bytes = static_cast<double>(size_bytes);
    one.count = sorted.size();
    one.median_s = sorted_quantile(sorted, 0.5);
    one.mean_s = mean_of(sorted);
    one.deviation_s = deviation_of(sorted, one.mean_s);
    one.least_s = sorted.front();
    one.tenth_s = sorted_quantile(sorted, 0.1);
    one.ninetieth_s = sorted_quantile(sorted, 0.9);
    one.error_s = error_of_median(sorted, size_bytes);
    one.samples_s = std::move(sorted);
  }
  return sizes;
}

std::vector<Observation> observations_of(const std::vector<SizeStatistics>& sizes) {
  std::vector<Observation> observations;
  for (const SizeStatistics& one : sizes) {
    if (one.size_bytes > 0) {
      observations.push_back({one.size_bytes, one.median_s, one.error_s});
    }
  }
  return observations;
}

}  // namespace smpi::calibrate::network
