// SPDX-License-Identifier: BSD-3-Clause
//
// A line in pieces through durations by size: where the pieces begin is found, not given.
//
// y = a + b x in each segment, a >= 0 and b >= 0; segments need not join, because real libraries
// switch protocols. The loss is sum w (y - a - b x)^2 with w = 1 / ((e y)^2 + error^2 + c^2):
// relative for large y, absolute where the clock or the noise decides. A dynamic program finds the
// best set of k segments exactly, in n^2 k steps (a few milliseconds for 400 sizes); the Bayesian
// information criterion chooses k. Alternatives considered: greedy splitting and merging, as
// published for SMPI calibrations, which is faster for thousands of sizes and misses breaks; breaks
// chosen by eye.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace smpi::calibrate::network {

struct Observation {
  double size_bytes = 0;
  double duration_s = 0;
  double error_s = 0;  // standard error of the duration
};

struct Line {
  double intercept_s = 0;
  double slope_s_per_byte = 0;
  double at(double size_bytes) const { return intercept_s + slope_s_per_byte * size_bytes; }
};

// Holds for sizes above from_bytes, up to that of the next segment.
struct Segment {
  double from_bytes = 0;
  Line line;
  std::size_t first = 0;  // observations of it
  std::size_t count = 0;
};

struct SegmentSettings {
  double relative_error = 0.03;
  double resolution_s = 1e-9;  // of the clock
  std::size_t segments_max = 9;
  std::size_t sizes_min = 5;  // a segment has at least so many
  double span_min = 1.3;      // and its last size is so many times its first
  // Sizes above which something is known to change; breaks nearer than 10 % to one of them are not
  // tried.
  std::vector<double> forced_breaks;
};

// Observations must be in ascending order of sizes, each once. Throws nothing; no observation: no
// segment.
std::vector<Segment> fit_segments(std::span<const Observation> observations,
                                  const SegmentSettings& settings);
// As above, but with these breaks and no others. A segment without observations is left out.
std::vector<Segment> fit_between(std::span<const Observation> observations,
                                 std::span<const double> breaks, const SegmentSettings& settings);
// One set of breaks for several series: the union of theirs, less what the summed criterion can do
// without.
std::vector<double> common_breaks(std::span<const std::vector<Observation>> series,
                                  const SegmentSettings& settings);

// The line of that size: of the last segment that begins below it.
const Line& line_at(std::span<const Segment> segments, double size_bytes);
// (measured - fitted) / measured, one per observation.
std::vector<double> relative_residuals(std::span<const Observation> observations,
                                       std::span<const Segment> segments);
// Weighted least squares under a >= 0, b >= 0.
Line fit_line(std::span<const Observation> observations, const SegmentSettings& settings);
double weight_of(const Observation& observation, const SegmentSettings& settings);

}  // namespace smpi::calibrate::network
