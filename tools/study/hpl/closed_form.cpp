// SPDX-License-Identifier: BSD-3-Clause
//
// The formula of the header, and its inverse by bisection: it grows with n.
#include "tools/study/hpl/closed_form.h"

#include <cmath>

namespace smpi::study::hpl {

double closed_form_s(std::uint64_t n, std::uint32_t nb, const Grid& grid, const Costs& costs) {
  const auto order = static_cast<double>(n);
  const double p = grid.rows;
  const double q = grid.columns;
  const double words = order * order * (3 * p + q) / (2 * p * q);
  const double messages = order * ((nb + 1.) * std::log2(p) + p) / nb;
  return costs.flop_s * flops(order) / (p * q) + costs.word_s * words + costs.latency_s * messages;
}

std::uint64_t order_within(std::uint64_t n, std::uint32_t nb, const Grid& grid, const Costs& costs,
                           double limit_s) {
  const auto fits = [&](std::uint64_t blocks) {
    return closed_form_s(blocks * nb, nb, grid, costs) <= limit_s;
  };
  std::uint64_t low = 0;  // fits
  std::uint64_t high = n / nb + 1;
  if (fits(high - 1)) return (high - 1) * nb;
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low * nb;
}

}  // namespace smpi::study::hpl
