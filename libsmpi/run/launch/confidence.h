// SPDX-License-Identifier: BSD-3-Clause
//
// Where the mean of a few random results lies: Student's interval ("The probable error of a mean",
// Biometrika 6, 1908), which knows that their deviation was estimated too.
#pragma once

#include <span>

namespace smpi::launch {

struct Confidence {
  double mean = 0;
  double standard_deviation = 0;  // of one result, with n - 1
  // The mean of all results lies between these with 95 %, where results are near normal.
  double low = 0;
  double high = 0;
};

// REQUIRES: at least two values.
Confidence confidence_95(std::span<const double> values);

}  // namespace smpi::launch
