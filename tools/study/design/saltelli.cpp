// SPDX-License-Identifier: BSD-3-Clause
//
// The estimator of the first order multiplies f_B by differences whose mean is 0, so a constant
// taken from f_B changes nothing but the noise: with the mean of all taken from it, a result of
// 1000 + g is as accurate as g.
#include "tools/study/design/saltelli.h"

#include <algorithm>
#include <numeric>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "tools/study/design/space_filling.h"

namespace smpi::study {
namespace {

constexpr std::size_t resample_count = 1000;

struct Estimate {
  std::vector<double> first;  // one a parameter
  std::vector<double> total;
};

// What the groups say, each taken as often as it is listed. Nothing where V is 0.
Estimate estimate(std::span<const double> centered, std::size_t dimension,
                  const std::vector<std::size_t>& groups) {
  Estimate found{std::vector<double>(dimension, 0), std::vector<double>(dimension, 0)};
  double sum = 0;
  double squares = 0;
  for (const std::size_t group : groups) {
    const std::span<const double> of_group =
        centered.subspan(group * (dimension + 2), dimension + 2);
    const double a = of_group[0];
    const double b = of_group[1];
    sum += a + b;
    squares += a * a + b * b;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      const double change = of_group[axis + 2] - a;
      found.first[axis] += b * change;
      found.total[axis] += change * change;
    }
  }
  const auto count = static_cast<double>(groups.size());
  const double mean = sum / (2 * count);
  const double variance = squares / (2 * count) - mean * mean;
  if (!(variance > 0)) return {};
  for (double& first : found.first) first /= count * variance;
  for (double& total : found.total) total /= 2 * count * variance;
  return found;
}

Interval percentiles(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return {quantile(values, (1 - confidence) / 2), quantile(values, (1 + confidence) / 2)};
}

}  // namespace

UnitPoints saltelli(std::size_t base_count, std::size_t dimension, std::uint64_t seed) {
  SIM_ASSERT(base_count > 0 && dimension > 0, "a design has points and axes");
  const UnitPoints both = sobol(base_count, 2 * dimension, seed);
  UnitPoints points(base_count * (dimension + 2), dimension);
  for (std::size_t group = 0; group < base_count; ++group) {
    const std::span<const double> a = both[group].first(dimension);
    const std::span<const double> b = both[group].last(dimension);
    const std::size_t first = group * (dimension + 2);
    std::copy(a.begin(), a.end(), points[first].begin());
    std::copy(b.begin(), b.end(), points[first + 1].begin());
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      const std::span<double> mixed = points[first + 2 + axis];
      std::copy(a.begin(), a.end(), mixed.begin());
      mixed[axis] = b[axis];
    }
  }
  return points;
}

std::vector<SobolIndex> sobol_indices(std::span<const double> results, std::size_t dimension,
                                      std::uint64_t seed) {
  SIM_ASSERT(results.size() % (dimension + 2) == 0 && results.size() >= 2 * (dimension + 2),
             "one result a row of two groups or more");
  std::vector<std::size_t> groups(results.size() / (dimension + 2));
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  std::vector<double> independent;  // f_A and f_B
  for (const std::size_t group : groups) {
    independent.push_back(results[group * (dimension + 2)]);
    independent.push_back(results[group * (dimension + 2) + 1]);
  }
  const double mean = mean_and_spread(independent).mean;
  std::vector<double> centered(results.begin(), results.end());
  for (double& result : centered) result -= mean;
  const Estimate all = estimate(centered, dimension, groups);
  std::vector<SobolIndex> found(all.first.size());
  if (found.empty()) return found;

  kernel::RandomStream stream = kernel::named_stream(seed, "bootstrap of Sobol indices");
  std::vector<std::vector<double>> firsts(dimension);
  std::vector<std::vector<double>> totals(dimension);
  for (std::size_t resample = 0; resample < resample_count; ++resample) {
    for (std::size_t& group : groups) group = kernel::draw_below(stream, groups.size());
    const Estimate drawn = estimate(centered, dimension, groups);
    for (std::size_t axis = 0; axis < drawn.first.size(); ++axis) {
      firsts[axis].push_back(drawn.first[axis]);
      totals[axis].push_back(drawn.total[axis]);
    }
  }
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    found[axis] = {.first = all.first[axis],
                   .first_interval = percentiles(firsts[axis]),
                   .total = all.total[axis],
                   .total_interval = percentiles(totals[axis])};
  }
  return found;
}

}  // namespace smpi::study
