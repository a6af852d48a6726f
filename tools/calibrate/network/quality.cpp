// SPDX-License-Identifier: BSD-3-Clause
//
// Judging each segment by what lies in it.
#include "tools/calibrate/network/quality.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/random_stream.h"

namespace smpi::calibrate::network {
namespace {

constexpr int bootstrap_rounds = 200;
constexpr double interval_tail = 0.025;

std::vector<Observation> within(const std::vector<Observation>& observations, double from_bytes,
                                double to_bytes) {
  std::vector<Observation> result;
  for (const Observation& one : observations) {
    if (one.size_bytes > from_bytes && one.size_bytes <= to_bytes) result.push_back(one);
  }
  return result;
}

// Beyond what the clock can tell.
double relative_residual(const Observation& one, const Line& line, double resolution_s) {
  const double difference_s = one.duration_s - line.at(one.size_bytes);
  const double beyond_s = std::max(std::abs(difference_s) - resolution_s, 0.0);
  return std::copysign(beyond_s, difference_s) / std::max(one.duration_s, resolution_s);
}

void find_intervals(const std::vector<Observation>& observations, const SegmentSettings& settings,
                    SegmentQuality& quality) {
  kernel::RandomStream stream(observations.size(), static_cast<std::uint64_t>(quality.from_bytes));
  std::vector<double> intercepts, slopes;
  for (int round = 0; round < bootstrap_rounds; round++) {
    std::vector<Observation> drawn;
    for (std::size_t i = 0; i < observations.size(); i++) {
      drawn.push_back(observations[kernel::draw_below(stream, observations.size())]);
    }
    const Line line = fit_line(drawn, settings);
    intercepts.push_back(line.intercept_s);
    slopes.push_back(line.slope_s_per_byte);
  }
  quality.intercept_low_s = quantile_of(intercepts, interval_tail);
  quality.intercept_high_s = quantile_of(intercepts, 1 - interval_tail);
  quality.slope_low_s_per_byte = quantile_of(slopes, interval_tail);
  quality.slope_high_s_per_byte = quantile_of(slopes, 1 - interval_tail);
}

double drift_between(const std::vector<std::vector<Observation>>& runs, const Line& line,
                     const SegmentQuality& quality, double to_bytes, double resolution_s) {
  std::vector<double> medians;
  for (const std::vector<Observation>& run : runs) {
    std::vector<double> residuals;
    for (const Observation& one : within(run, quality.from_bytes, to_bytes)) {
      residuals.push_back(relative_residual(one, line, resolution_s));
    }
    if (!residuals.empty()) medians.push_back(median_of(residuals));
  }
  if (medians.size() < 2) return 0;
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  return *most - *least;
}

}  // namespace

void judge(Curve& curve, const std::vector<std::vector<Observation>>& runs,
           const SegmentSettings& settings) {
  curve.quality.clear();
  for (std::size_t i = 0; i < curve.segments.size(); i++) {
    const Segment& segment = curve.segments[i];
    const double to_bytes = i + 1 < curve.segments.size() ? curve.segments[i + 1].from_bytes
                                                          : std::numeric_limits<double>::max();
    const std::vector<Observation> observations =
        within(curve.observations, segment.from_bytes, to_bytes);
    if (observations.empty()) continue;
    SegmentQuality quality{.from_bytes = segment.from_bytes, .sizes = observations.size()};
    std::vector<double> residuals;
    for (const Observation& one : observations) {
      residuals.push_back(std::abs(relative_residual(one, segment.line, settings.resolution_s)));
    }
    quality.median_residual = median_of(residuals);
    quality.worst_residual = *std::max_element(residuals.begin(), residuals.end());
    quality.drift = drift_between(runs, segment.line, quality, to_bytes, settings.resolution_s);
    find_intervals(observations, settings, quality);
    curve.quality.push_back(quality);
  }
}

}  // namespace smpi::calibrate::network
