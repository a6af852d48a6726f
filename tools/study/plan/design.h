// SPDX-License-Identifier: BSD-3-Clause
//
// Which points a study has, from the values of its parameters.
#pragma once

#include <optional>
#include <vector>

#include "tools/study/plan/expression.h"

namespace smpi::study {

struct Point {
  std::vector<Value> values;  // of the parameters, in their order
};

struct Span {
  double from = 0;
  double to = 0;
};

// One parameter, or several that change together: each row has a value for each of its names.
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<Value>> rows;
  // Where the plan gives no step: designs that sample take any number between.
  std::optional<Span> span = {};
  bool is_workload = false;  // says what is to be done, not how or on what
  double from_s = 0;         // simulated time from which it matters (split_future.h)
};

// Every row of each axis with every row of the others; the last axis changes fastest.
std::vector<Point> grid(const std::vector<Axis>& axes);
// The first rows of all axes, then the second ones. All have the same number of rows.
std::vector<Point> list(const std::vector<Axis>& axes);
// One at a time: the first rows of all axes, then each other row of one axis alone.
std::vector<Point> one_at_a_time(const std::vector<Axis>& axes);

}  // namespace smpi::study
