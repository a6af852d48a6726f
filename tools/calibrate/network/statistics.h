// SPDX-License-Identifier: BSD-3-Clause
//
// Many durations of one size in a few numbers. Lines are fitted to medians: a call that the system
// interrupted shifts a mean and no median. Means, tails and modes are for noise.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/calibrate/network/measurement.h"
#include "tools/calibrate/network/segments.h"

namespace smpi::calibrate::network {

struct SizeStatistics {
  double size_bytes = 0;
  std::size_t count = 0;
  double median_s = 0, mean_s = 0, deviation_s = 0, least_s = 0, tenth_s = 0, ninetieth_s = 0;
  double error_s = 0;  // standard error of the median, by bootstrap
  std::vector<double> samples_s;
};

// In ascending order of sizes.
std::vector<SizeStatistics> statistics_of(const SamplesBySize& samples);
// Medians with their errors; without size 0, of which a line in S = s + 16 says nothing (no row of
// a table holds for it), and without medians of 0, which the clock did not see.
std::vector<Observation> observations_of(const std::vector<SizeStatistics>& sizes);

double median_of(std::vector<double> values);
double quantile_of(std::vector<double> values, double share);

}  // namespace smpi::calibrate::network
