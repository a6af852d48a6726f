// SPDX-License-Identifier: BSD-3-Clause
//
// A point is a choice of one row of each axis.
#include "tools/study/plan/design.h"

namespace smpi::study {
namespace {

Point point_of(const std::vector<Axis>& axes, const std::vector<std::size_t>& rows) {
  Point point;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::vector<Value>& row = axes[axis].rows[rows[axis]];
    point.values.insert(point.values.end(), row.begin(), row.end());
  }
  return point;
}

}  // namespace

std::vector<Point> grid(const std::vector<Axis>& axes) {
  std::vector<Point> points;
  std::vector<std::size_t> rows(axes.size(), 0);
  while (true) {
    points.push_back(point_of(axes, rows));
    std::size_t axis = axes.size();
    while (axis > 0 && rows[axis - 1] + 1 == axes[axis - 1].rows.size()) rows[--axis] = 0;
    if (axis == 0) return points;
    ++rows[axis - 1];
  }
}

std::vector<Point> list(const std::vector<Axis>& axes) {
  std::vector<Point> points;
  for (std::size_t row = 0; row < axes.front().rows.size(); ++row) {
    points.push_back(point_of(axes, std::vector<std::size_t>(axes.size(), row)));
  }
  return points;
}

std::vector<Point> one_at_a_time(const std::vector<Axis>& axes) {
  std::vector<std::size_t> rows(axes.size(), 0);
  std::vector<Point> points = {point_of(axes, rows)};
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    for (std::size_t row = 1; row < axes[axis].rows.size(); ++row) {
      rows[axis] = row;
      points.push_back(point_of(axes, rows));
    }
    rows[axis] = 0;
  }
  return points;
}

}  // namespace smpi::study
