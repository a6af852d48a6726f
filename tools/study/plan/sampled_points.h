// SPDX-License-Identifier: BSD-3-Clause
//
// Designs that choose some of the values: from coordinates between 0 and 1 (design/unit_points.h)
// to values of parameters.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/study/design/unit_points.h"
#include "tools/study/plan/design.h"

namespace smpi::study {

// A point per row of `unit`, one coordinate per axis. An axis with a span takes any number in it,
// others one of their rows, all equally likely.
std::vector<Point> at_coordinates(const std::vector<Axis>& axes, const UnitPoints& unit);

// `count` of the candidates, each a point of the grid of the axes; empty where these cannot tell
// the effects of the parameters apart.
std::vector<Point> d_optimal_points(const std::vector<Axis>& axes,
                                    const std::vector<Point>& candidates, std::size_t count,
                                    std::uint64_t seed);

// The rows of the axes that make up a point of their grid.
std::vector<std::size_t> levels_of(const std::vector<Axis>& axes, const Point& point);

// Keeps the first of equal points; returns for each point which one of those kept it is.
std::vector<std::size_t> keep_different(std::vector<Point>& points);

}  // namespace smpi::study
