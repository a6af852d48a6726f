// SPDX-License-Identifier: BSD-3-Clause
//
// How much messages of one size differ, relative to the fitted line: an option of a run.
#pragma once

#include <span>
#include <vector>

namespace smpi::calibrate::network {

struct Mode {
  double weight = 1;
  double deviation = 0;  // relative to the mode
  double mean = 1;       // relative to the line
};

struct Noise {
  double deviation = 0;
  std::vector<Mode> modes;  // one, or two when the durations fall into two groups
};

// `ratios` are durations over what the line says.
Noise find_noise(std::span<const double> ratios);

}  // namespace smpi::calibrate::network
