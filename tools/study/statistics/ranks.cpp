// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks are multiples of a half, so their sums and squares are exact: equal orders give equal bits.
#include "tools/study/statistics/ranks.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "kernel/error.h"

namespace smpi::study {

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> found(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double shared = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) found[order[first]] = shared;
  }
  return found;
}

std::optional<double> spearman(std::span<const double> a, std::span<const double> b) {
  SIM_ASSERT(a.size() == b.size(), "a correlation needs pairs");
  const std::vector<double> ranks_a = ranks(a);
  const std::vector<double> ranks_b = ranks(b);
  const double mean = static_cast<double>(a.size() + 1) / 2;
  double square_a = 0;
  double square_b = 0;
  double product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    square_a += (ranks_a[i] - mean) * (ranks_a[i] - mean);
    square_b += (ranks_b[i] - mean) * (ranks_b[i] - mean);
    product += (ranks_a[i] - mean) * (ranks_b[i] - mean);
  }
  if (square_a == 0 || square_b == 0) return std::nullopt;
  return product / std::sqrt(square_a * square_b);
}

Friedman friedman(const std::vector<std::vector<double>>& blocks, double alpha) {
  SIM_ASSERT(blocks.size() >= 2 && blocks.front().size() >= 2, "Friedman's test needs two of each");
  const auto b = static_cast<double>(blocks.size());
  const auto k = static_cast<double>(blocks.front().size());
  Friedman found{.rank_sums = std::vector<double>(blocks.front().size(), 0)};
  double squares = 0;  // A1
  for (const std::vector<double>& block : blocks) {
    SIM_ASSERT(block.size() == found.rank_sums.size(), "blocks of different sizes");
    const std::vector<double> in_block = ranks(block);
    for (std::size_t i = 0; i < in_block.size(); ++i) {
      found.rank_sums[i] += in_block[i];
      squares += in_block[i] * in_block[i];
    }
  }
  double sum_squares = 0;
  for (const double sum : found.rank_sums) sum_squares += sum * sum;
  const double middle = b * k * (k + 1) * (k + 1) / 4;  // C1: A1 if all were equal
  if (squares == middle) return found;
  found.statistic = (k - 1) * (sum_squares - b * middle) / (squares - middle);
  found.p =
      boost::math::cdf(boost::math::complement(boost::math::chi_squared(k - 1), found.statistic));
  const double degrees = (b - 1) * (k - 1);
  found.critical_difference =
      boost::math::quantile(boost::math::students_t(degrees), 1 - alpha / 2) *
      std::sqrt(2 * (b * squares - sum_squares) / degrees);
  return found;
}

}  // namespace smpi::study
