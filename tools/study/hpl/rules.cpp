// SPDX-License-Identifier: BSD-3-Clause
//
// The limits of shapes are HPL's own advice (its FAQ: P and Q about equal, Q slightly larger), wide
// enough for what large machines ran. Dropped nodes: T. Cornebize's thesis, 2021.
#include "tools/study/hpl/rules.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace smpi::study::hpl {
namespace {

constexpr double bytes_per_entry = 8;
constexpr double dropped_share_most = 0.02;
constexpr std::uint32_t dropped_most = 64;
constexpr std::uint64_t flattest = 8;  // columns per row

std::vector<std::uint32_t> divisors(std::uint32_t number) {
  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
  for (std::uint32_t divisor = 1; std::uint64_t{divisor} * divisor <= number; ++divisor) {
    if (number % divisor != 0) continue;
    low.push_back(divisor);
    if (divisor != number / divisor) high.push_back(number / divisor);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

void add_grids(std::uint32_t ranks, std::uint32_t dropped, std::vector<Grid>& grids) {
  std::optional<Grid> flatter;
  for (const std::uint32_t rows : divisors(ranks)) {
    const Grid grid{.rows = rows, .columns = ranks / rows, .dropped = dropped};
    if (flattest * rows < grid.columns) {
      flatter = grid;
      continue;
    }
    if (flatter) grids.push_back(*flatter);
    flatter.reset();
    grids.push_back(grid);
    if (rows > grid.columns) return;
  }
}

}  // namespace

std::uint64_t matrix_order(double memory_bytes, double share, std::uint32_t nb) {
  const double order = std::sqrt(share * memory_bytes / bytes_per_entry);
  auto blocks = static_cast<std::uint64_t>(order / nb);
  // The root is rounded.
  const auto fits = [&](std::uint64_t count) {
    const double n = static_cast<double>(count) * nb;
    return bytes_per_entry * n * n <= share * memory_bytes;
  };
  while (fits(blocks + 1)) ++blocks;
  while (blocks > 0 && !fits(blocks)) --blocks;
  return blocks * nb;
}

std::vector<Grid> process_grids(std::uint32_t nodes, std::uint32_t ranks_per_node) {
  const auto most = std::min(static_cast<std::uint32_t>(dropped_share_most * nodes), dropped_most);
  std::vector<Grid> grids;
  for (std::uint32_t dropped = 0; dropped <= most; ++dropped) {
    add_grids((nodes - dropped) * ranks_per_node, dropped, grids);
  }
  return grids;
}

double flops(double n) {
  return 2. / 3. * n * n * n + 3. / 2. * n * n;
}

}  // namespace smpi::study::hpl
