// SPDX-License-Identifier: BSD-3-Clause
//
// What a few replicas say about a number: mean and median with intervals, and speed-ups.
//
// The t interval assumes that means are about normal; the bootstrap of the median (Efron and
// Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3) assumes nothing of that kind,
// but is too narrow below about ten values. Equal values have no interval at all: such a program
// does not depend on the seed, and an interval of width 0 would say more than is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace smpi::study {

inline constexpr double confidence = 0.95;

struct Interval {
  double low = 0;
  double high = 0;
};

struct MeanAndSpread {
  double mean = 0;
  double sd = 0;  // with count - 1 in the denominator; 0 for one value
};

// Of at least one value. Equal values have exactly their own mean and a spread of 0.
MeanAndSpread mean_and_spread(std::span<const double> values);

// In the unit of the values. Without intervals where there is one value, or all are equal.
struct Summary {
  std::size_t count = 0;
  double mean = 0;
  double sd = 0;                          // with count - 1 in the denominator; 0 for one value
  std::optional<Interval> mean_interval;  // 95 %, Student's t
  double median = 0;
  std::optional<Interval> median_interval;  // 95 %, percentiles of 10,000 resamples
};

// At least one value, all finite. The seed is that of the resamples.
Summary summarize(std::span<const double> values, std::uint64_t seed);

// The mean with its 95 % t interval; nothing for one value or equal ones.
std::optional<Interval> t_interval(std::span<const double> values);

// True if the half width of the t interval is at most `relative` times the mean, or if all values
// are equal; false for one value. It ends replicas: two equal values end them too.
bool half_width_is_small(std::span<const double> values, double relative);

struct SpeedUp {
  double ratio = 1;                  // geometric mean of base / other
  std::optional<Interval> interval;  // 95 %; none for one pair or equal ratios
};

// How many times faster `other` is, from times with the same seeds at the same places: pairs cancel
// what the seed does to both. The interval is Student's for the logarithms of the ratios. Nothing
// where a value is not positive. Both have the same number of values, at least one.
std::optional<SpeedUp> speed_up(std::span<const double> base, std::span<const double> other);

// By linear interpolation between the two values around it; `sorted` is ascending and not empty,
// `probability` from 0 to 1.
double quantile(std::span<const double> sorted, double probability);

}  // namespace smpi::study
