// SPDX-License-Identifier: BSD-3-Clause
//
// Designs whose determinants are known, and constraints.
#include "tools/study/design/d_optimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace smpi::study {
namespace {

// All combinations; the last factor changes fastest.
FactorTable all_combinations(const std::vector<std::size_t>& level_counts) {
  FactorTable table{.level_counts = level_counts, .rows = {{}}};
  for (const std::size_t level_count : level_counts) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& row : table.rows) {
      for (std::size_t level = 0; level < level_count; ++level) {
        longer.push_back(row);
        longer.back().push_back(level);
      }
    }
    table.rows = std::move(longer);
  }
  return table;
}

// Three factors of two levels in four runs: the half fraction 2^(3-1), X'X = 4 I of four columns,
// |X'X| = 4^4 = 256. Half fractions are the runs of even or of odd sum.
TEST(DOptimal, HalfFraction) {
  const FactorTable table = all_combinations({2, 2, 2});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto found = d_optimal(table, {}, 4, seed);
    ASSERT_TRUE(found);
    EXPECT_NEAR(std::exp(found->log_determinant), 256, 1e-9);
    EXPECT_NEAR(found->efficiency, 1, 1e-12);
    std::set<std::size_t> parities;
    for (const std::size_t row : found->rows) {
      parities.insert((table.rows[row][0] + table.rows[row][1] + table.rows[row][2]) % 2);
    }
    EXPECT_EQ(parities.size(), 1u);
  }
}

// Seven factors of two levels in eight runs: Plackett and Burman's design, |X'X| = 8^8.
TEST(DOptimal, PlackettAndBurman) {
  const auto found = d_optimal(all_combinations({2, 2, 2, 2, 2, 2, 2}), {}, 8, 1);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->log_determinant, 8 * std::log(8), 1e-9);
}

// Four factors of three levels in nine runs: Taguchi's L9 is orthogonal, |X'X| = 9^9.
TEST(DOptimal, NineRunsOfThreeLevels) {
  const auto found = d_optimal(all_combinations({3, 3, 3, 3}), {}, 9, 1);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->efficiency, 1, 1e-9);
}

// Four factors of two levels in eight runs with the interaction of the first two: six columns of
// the half fraction of resolution IV are orthogonal.
TEST(DOptimal, ChosenInteraction) {
  const auto found = d_optimal(all_combinations({2, 2, 2, 2}), {{0, 1}}, 8, 1);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->log_determinant, 6 * std::log(8), 1e-9);
}

// All candidates but two of eight: against brute force over the 15 choices of 4 of 6.
TEST(DOptimal, ConstrainedCandidatesAgainstBruteForce) {
  FactorTable table = all_combinations({2, 2, 2});
  table.rows.erase(table.rows.begin() + 6, table.rows.end());
  const Eigen::MatrixXd x = model_matrix(table, all_factors(table), {});
  double best = 0;
  for (unsigned set = 0; set < 64; ++set) {
    if (__builtin_popcount(set) != 4) continue;
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(4, 4);
    for (Eigen::Index row = 0; row < 6; ++row) {
      if (set >> row & 1U) information += x.row(row).transpose() * x.row(row);
    }
    best = std::max(best, information.determinant());
  }
  const auto found = d_optimal(table, {}, 4, 1);
  ASSERT_TRUE(found);
  EXPECT_NEAR(std::exp(found->log_determinant), best, 1e-9);
  EXPECT_EQ(std::set<std::size_t>(found->rows.begin(), found->rows.end()).size(), 4u);
}

TEST(DOptimal, NothingWhereTheModelCannotBeFitted) {
  EXPECT_FALSE(d_optimal(all_combinations({2, 2, 2}), {}, 3, 1));
  EXPECT_FALSE(d_optimal(all_combinations({2, 2}), {}, 5, 1));
  EXPECT_FALSE(d_optimal({{2, 2}, {{0, 0}, {1, 1}, {0, 0}, {1, 1}}}, {}, 3, 1));
}

TEST(DOptimal, RepeatsWithItsSeed) {
  const FactorTable table = all_combinations({3, 4, 2, 5});
  EXPECT_EQ(d_optimal(table, {}, 14, 3)->rows, d_optimal(table, {}, 14, 3)->rows);
}

}  // namespace
}  // namespace smpi::study
