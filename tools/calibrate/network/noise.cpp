// SPDX-License-Identifier: BSD-3-Clause
//
// Two groups by exact k-means in one dimension: of sorted logarithms, each place to cut is tried.
#include "tools/calibrate/network/noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace smpi::calibrate::network {
namespace {

constexpr double variance_explained_least = 0.8;
constexpr double mode_share_least = 0.02;
// Of a normal distribution, standard over mean absolute deviation.
constexpr double deviation_of_absolute = 1.2533;
// Smaller groups are of no interest, whatever their shape.
constexpr double deviation_least = 1e-3;

Mode mode_of(std::span<const double> sorted, std::size_t all) {
  double sum = 0, absolute = 0;
  for (const double ratio : sorted) sum += ratio;
  const auto count = static_cast<double>(sorted.size());
  const double mean = sum / count;
  for (const double ratio : sorted) absolute += std::abs(ratio - mean);
  return {.weight = count / static_cast<double>(all),
          .deviation = deviation_of_absolute * absolute / count / mean,
          .mean = mean};
}

struct Cut {
  std::size_t at = 0;
  double explained = 0;
};

Cut best_cut(std::span<const double> sorted) {
  double sum = 0, squares = 0;
  for (const double ratio : sorted) {
    sum += std::log(ratio);
    squares += std::log(ratio) * std::log(ratio);
  }
  const auto n = static_cast<double>(sorted.size());
  const double variance = squares - sum * sum / n;
  Cut best;
  double left = 0;
  for (std::size_t i = 1; i < sorted.size(); i++) {
    left += std::log(sorted[i - 1]);
    const auto count = static_cast<double>(i);
    const double between =
        left * left / count + (sum - left) * (sum - left) / (n - count) - sum * sum / n;
    if (variance > 0 && between / variance > best.explained) {
      best = {.at = i, .explained = between / variance};
    }
  }
  return best;
}

}  // namespace

Noise find_noise(std::span<const double> ratios) {
  std::vector<double> sorted;
  for (const double ratio : ratios) {
    if (ratio > 0) sorted.push_back(ratio);
  }
  if (sorted.empty()) return {};
  std::sort(sorted.begin(), sorted.end());
  const std::span<const double> all = sorted;
  Noise noise;
  double absolute = 0;
  for (const double ratio : sorted) absolute += std::abs(ratio - 1);
  noise.deviation = deviation_of_absolute * absolute / static_cast<double>(sorted.size());
  const Cut cut = best_cut(all);
  const double share = static_cast<double>(cut.at) / static_cast<double>(sorted.size());
  if (noise.deviation > deviation_least && cut.explained > variance_explained_least &&
      std::min(share, 1 - share) > mode_share_least) {
    noise.modes = {mode_of(all.first(cut.at), all.size()),
                   mode_of(all.subspan(cut.at), all.size())};
  } else {
    noise.modes = {{.weight = 1, .deviation = noise.deviation, .mean = 1}};
  }
  return noise;
}

}  // namespace smpi::calibrate::network
