// SPDX-License-Identifier: BSD-3-Clause
//
// A study names a point by its values, so that two equal rows of a design are one point of it.
#include "tools/study/plan/sampled_points.h"

#include <algorithm>
#include <map>

#include "tools/study/design/d_optimal.h"

namespace smpi::study {

std::vector<Point> at_coordinates(const std::vector<Axis>& axes, const UnitPoints& unit) {
  std::vector<Point> points(unit.count());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<Value>& values = points[i].values;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const double x = unit[i][axis];
      if (const std::optional<Span>& span = axes[axis].span) {
        values.emplace_back(span->from + x * (span->to - span->from));
        continue;
      }
      const std::vector<Value>& row = axes[axis].rows[level_of(x, axes[axis].rows.size())];
      values.insert(values.end(), row.begin(), row.end());
    }
  }
  return points;
}

std::vector<std::size_t> levels_of(const std::vector<Axis>& axes, const Point& point) {
  std::vector<std::size_t> levels;
  auto value = point.values.begin();
  for (const Axis& axis : axes) {
    const auto row = std::ranges::find_if(axis.rows, [&](const std::vector<Value>& candidate) {
      return std::equal(candidate.begin(), candidate.end(), value);
    });
    levels.push_back(static_cast<std::size_t>(row - axis.rows.begin()));
    value += static_cast<std::ptrdiff_t>(axis.names.size());
  }
  return levels;
}

std::vector<Point> d_optimal_points(const std::vector<Axis>& axes,
                                    const std::vector<Point>& candidates, std::size_t count,
                                    std::uint64_t seed) {
  FactorTable table;
  for (const Axis& axis : axes) table.level_counts.push_back(axis.rows.size());
  for (const Point& point : candidates) table.rows.push_back(levels_of(axes, point));
  std::vector<Point> points;
  if (const auto design = d_optimal(table, {}, count, seed)) {
    for (const std::size_t row : design->rows) points.push_back(candidates[row]);
  }
  return points;
}

std::vector<std::size_t> keep_different(std::vector<Point>& points) {
  std::map<std::vector<Value>, std::size_t> places;
  std::vector<std::size_t> rows;
  std::vector<Point> different;
  for (Point& point : points) {
    const auto [place, is_new] = places.emplace(point.values, different.size());
    rows.push_back(place->second);
    if (is_new) different.push_back(std::move(point));
  }
  points = std::move(different);
  return rows;
}

}  // namespace smpi::study
