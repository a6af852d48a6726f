// SPDX-License-Identifier: BSD-3-Clause
//
// A parameter moves between a level of the lower half and the one two above it, in a random
// direction: that is Morris's random matrix B*, element by element.
#include "tools/study/design/morris.h"

#include <cmath>
#include <numeric>

#include "kernel/error.h"
#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

constexpr std::size_t level_count = 4;

double coordinate_of(std::size_t level) {
  return static_cast<double>(level) / static_cast<double>(level_count - 1);
}

// The parameter that the step from `before` to `after` changes.
std::size_t moved_axis(std::span<const double> before, std::span<const double> after) {
  for (std::size_t axis = 0; axis < before.size(); ++axis) {
    if (before[axis] != after[axis]) return axis;
  }
  SIM_ASSERT(false, "a step that moves nothing");
  return 0;
}

}  // namespace

UnitPoints morris(std::size_t trajectory_count, std::size_t dimension, std::uint64_t seed) {
  SIM_ASSERT(trajectory_count > 0 && dimension > 0, "a design has points and axes");
  kernel::RandomStream stream = kernel::named_stream(seed, "morris");
  UnitPoints points(trajectory_count * (dimension + 1), dimension);
  std::vector<std::size_t> order(dimension);
  std::vector<double> position(dimension);
  std::vector<double> goal(dimension);
  for (std::size_t first = 0; first < points.count(); first += dimension + 1) {
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      const std::size_t low = kernel::draw_below(stream, level_count / 2);
      position[axis] = coordinate_of(low);
      goal[axis] = coordinate_of(low + level_count / 2);
      if (kernel::draw_below(stream, 2) == 1) std::swap(position[axis], goal[axis]);
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    kernel::shuffle(order, kernel::RandomStream(stream.next(), 0));
    std::copy(position.begin(), position.end(), points[first].begin());
    for (std::size_t step = 0; step < dimension; ++step) {
      position[order[step]] = goal[order[step]];
      std::copy(position.begin(), position.end(), points[first + step + 1].begin());
    }
  }
  return points;
}

std::vector<MorrisEffect> morris_effects(const UnitPoints& points,
                                         std::span<const double> results) {
  const std::size_t dimension = points.dimension();
  SIM_ASSERT(results.size() == points.count() && points.count() % (dimension + 1) == 0,
             "one result a point of whole trajectories");
  std::vector<std::vector<double>> effects(dimension);
  std::vector<std::vector<double>> sizes(dimension);
  for (std::size_t point = 0; point + 1 < points.count(); ++point) {
    if (point % (dimension + 1) == dimension) continue;  // the next one starts a trajectory
    const std::size_t axis = moved_axis(points[point], points[point + 1]);
    const double effect =
        (results[point + 1] - results[point]) / (points[point + 1][axis] - points[point][axis]);
    effects[axis].push_back(effect);
    sizes[axis].push_back(std::abs(effect));
  }
  std::vector<MorrisEffect> found(dimension);
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    const MeanAndSpread signed_effect = mean_and_spread(effects[axis]);
    found[axis] = {.mu_star = mean_and_spread(sizes[axis]).mean,
                   .mu_star_interval = t_interval(sizes[axis]),
                   .mu = signed_effect.mean,
                   .sigma = signed_effect.sd};
  }
  return found;
}

}  // namespace smpi::study
