// SPDX-License-Identifier: BSD-3-Clause
//
// What a sample says of its mean.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace smpi::study {

struct SampleSummary {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;  // the standard one, of the sample
  double median = 0;
  // Half the width of the 95 % interval of the mean by Student's t. None for fewer than two
  // values, and when all are equal: then nothing depends on the seed.
  std::optional<double> half_width;
};

// REQUIRES: a value.
SampleSummary summarize(std::span<const double> sample);

// Is the mean known to this part of itself, with 95 % confidence? So it is when all are equal.
bool is_known_within(std::span<const double> sample, double part);

}  // namespace smpi::study
