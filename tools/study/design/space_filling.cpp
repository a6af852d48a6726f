// SPDX-License-Identifier: BSD-3-Clause
//
// Boost.Random's Sobol engine leaves out the origin; without it a design of 2^m points has gaps, so
// it is put back (Owen, On dropping the first Sobol' point, 2020).
#include "tools/study/design/space_filling.h"

#include <boost/random/sobol.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernel/error.h"
#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

constexpr unsigned hypercube_count = 50;

UnitPoints random_hypercube(std::size_t count, std::size_t dimension, std::uint64_t seed) {
  UnitPoints points(count, dimension);
  std::vector<std::size_t> steps(count);
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    std::iota(steps.begin(), steps.end(), std::size_t{0});
    kernel::shuffle(steps, kernel::RandomStream(seed, 2 * axis));
    kernel::RandomStream within(seed, 2 * axis + 1);
    for (std::size_t point = 0; point < count; ++point) {
      const auto step = static_cast<double>(steps[point]);
      const auto n = static_cast<double>(count);
      // The sum may round up to the next step.
      points[point][axis] =
          std::min((step + within.uniform()) / n, std::nextafter((step + 1) / n, 0));
    }
  }
  return points;
}

double smallest_squared_distance(const UnitPoints& points) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < points.count(); ++a) {
    for (std::size_t b = a + 1; b < points.count(); ++b) {
      double squares = 0;
      for (std::size_t axis = 0; axis < points.dimension(); ++axis) {
        const double apart = points[a][axis] - points[b][axis];
        squares += apart * apart;
      }
      smallest = std::min(smallest, squares);
    }
  }
  return smallest;
}

}  // namespace

UnitPoints latin_hypercube(std::size_t count, std::size_t dimension, std::uint64_t seed) {
  SIM_ASSERT(count > 0 && dimension > 0, "a design has points and axes");
  kernel::RandomStream seeds = kernel::named_stream(seed, "latin hypercube");
  UnitPoints best = random_hypercube(count, dimension, seeds.next());
  double best_distance = smallest_squared_distance(best);
  for (unsigned tried = 1; tried < hypercube_count; ++tried) {
    UnitPoints other = random_hypercube(count, dimension, seeds.next());
    const double distance = smallest_squared_distance(other);
    if (distance <= best_distance) continue;
    best_distance = distance;
    best = std::move(other);
  }
  return best;
}

UnitPoints sobol(std::size_t count, std::size_t dimension, std::uint64_t seed) {
  SIM_ASSERT(dimension > 0 && dimension <= sobol_dimension_limit, "no Sobol sequence so wide");
  kernel::RandomStream stream = kernel::named_stream(seed, "digital shift");
  std::vector<std::uint64_t> shifts(dimension);
  for (std::uint64_t& shift : shifts) shift = stream.next();
  boost::random::sobol engine(dimension);
  UnitPoints points(count, dimension);
  for (std::size_t point = 0; point < count; ++point) {
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      const std::uint64_t unshifted = point == 0 ? 0 : engine();
      points[point][axis] = static_cast<double>((unshifted ^ shifts[axis]) >> 11) * 0x1p-53;
    }
  }
  return points;
}

}  // namespace smpi::study
