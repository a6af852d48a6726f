// SPDX-License-Identifier: BSD-3-Clause
//
// Sizes and grids that HPL is set to: small cases by hand, and what holds for all.
#include "tools/study/hpl/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace smpi::study::hpl {
namespace {

TEST(HplRules, OrderIsTheLargestMultipleThatFits) {
  // 8 x 1000^2 = 8 MB.
  EXPECT_EQ(matrix_order(8e6, 1, 100), 1000U);
  EXPECT_EQ(matrix_order(8e6 - 1, 1, 100), 900U);
  EXPECT_EQ(matrix_order(16e6, 0.5, 128), 896U);
  EXPECT_EQ(matrix_order(8e6, 1, 2000), 0U);
  for (double memory = 1e6; memory < 1e15; memory *= 1.7) {
    const auto n = static_cast<double>(matrix_order(memory, 0.8, 192));
    EXPECT_LE(8 * n * n, 0.8 * memory);
    EXPECT_GT(8 * (n + 192) * (n + 192), 0.8 * memory);
  }
}

// 24 ranks: 4x6 and 3x8, 2x12 (1/6); 1x24 is the next flatter one, 6x4 the first that is taller.
TEST(HplRules, GridsAreNearlySquareWithTheirNeighbours) {
  EXPECT_EQ(process_grids(1, 24), (std::vector<Grid>{{1, 24}, {2, 12}, {3, 8}, {4, 6}, {6, 4}}));
}

TEST(HplRules, PrimesAndSquares) {
  EXPECT_EQ(process_grids(13, 1), (std::vector<Grid>{{1, 13}, {13, 1}}));
  EXPECT_EQ(process_grids(16, 1), (std::vector<Grid>{{1, 16}, {2, 8}, {4, 4}, {8, 2}}));
  EXPECT_EQ(process_grids(1, 1), (std::vector<Grid>{{1, 1}}));
}

// 2 % of 101 nodes are two: 101 is prime, 100 = 10 x 10, 99 = 9 x 11.
TEST(HplRules, DropsUpToTwoPercentOfTheNodes) {
  const std::vector<Grid> grids = process_grids(101, 1);
  const std::set<std::uint32_t> dropped = [&] {
    std::set<std::uint32_t> found;
    for (const Grid& grid : grids) found.insert(grid.dropped);
    return found;
  }();
  EXPECT_EQ(dropped, (std::set<std::uint32_t>{0, 1, 2}));
  EXPECT_NE(std::ranges::find(grids, Grid{10, 10, 1}), grids.end());
  EXPECT_NE(std::ranges::find(grids, Grid{9, 11, 2}), grids.end());
}

TEST(HplRules, AllRanksOfTheNodesThatTakePart) {
  for (std::uint32_t nodes = 1; nodes < 300; ++nodes) {
    for (const Grid& grid : process_grids(nodes, 6)) {
      EXPECT_EQ(grid.rows * grid.columns, (nodes - grid.dropped) * 6);
      EXPECT_LE(grid.dropped, 0.02 * nodes);
    }
  }
}

TEST(HplRules, FlopsAsHplCounts) {
  EXPECT_DOUBLE_EQ(flops(3), 18 + 13.5);
}

}  // namespace
}  // namespace smpi::study::hpl
