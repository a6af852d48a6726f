// SPDX-License-Identifier: BSD-3-Clause
//
// Analysis of variance against worked examples, and the columns of its models.
#include "tools/study/statistics/anova.h"

#include <gtest/gtest.h>

#include <cmath>

namespace smpi::study {
namespace {

using Values = std::vector<double>;

// Three groups of six with means 5, 9, 10 around 8: between them 6 (9 + 1 + 4) = 84 with 2 degrees,
// within them 16 + 24 + 28 = 68 with 15: F = 42 / 4.5333 = 9.265, p = 0.0024.
TEST(Anova, OneFactor) {
  FactorTable table{.level_counts = {3}, .rows = {}};
  for (std::size_t i = 0; i < 18; ++i) table.rows.push_back({i / 6});
  const Anova found =
      anova(table, Values{6, 8, 4, 5, 3, 4, 8, 12, 9, 11, 6, 8, 13, 9, 11, 8, 7, 12});
  EXPECT_NEAR(found.factors[0].sum_of_squares, 84, 1e-10);
  EXPECT_EQ(found.factors[0].degrees, 2u);
  EXPECT_NEAR(found.residual.sum_of_squares, 68, 1e-10);
  EXPECT_EQ(found.residual.degrees, 15u);
  EXPECT_NEAR(found.total, 152, 1e-10);
  EXPECT_NEAR(*found.factors[0].f, 42 * 15 / 68.0, 1e-10);
  EXPECT_NEAR(*found.factors[0].p, 0.0024, 5e-5);
}

// Two factors of two levels, 1, 3 | 4 | 6 | 8 in the cells 00, 01, 10, 11. Least squares give 2 + 4
// a + 2 b with residual 2; without a it is 62/3, without b 20/3: type II 56/3 and 14/3, residual
// mean square 2/2. For F(1, 2), p = 1 - sqrt(F / (F + 2)).
const FactorTable unbalanced = {{2, 2}, {{0, 0}, {0, 0}, {0, 1}, {1, 0}, {1, 1}}};

TEST(Anova, UnbalancedTableIsOfTypeTwo) {
  const Anova found = anova(unbalanced, Values{1, 3, 4, 6, 8});
  EXPECT_NEAR(found.total, 29.2, 1e-12);
  EXPECT_NEAR(found.residual.sum_of_squares, 2, 1e-12);
  const double expected[] = {56.0 / 3, 14.0 / 3};
  for (std::size_t factor = 0; factor < 2; ++factor) {
    const double f = expected[factor];
    EXPECT_NEAR(found.factors[factor].sum_of_squares, f, 1e-12);
    EXPECT_NEAR(*found.factors[factor].f, f, 1e-10);
    EXPECT_NEAR(*found.factors[factor].p, 1 - std::sqrt(f / (f + 2)), 1e-12);
  }
}

// The model fits exactly, and the second factor has no effect.
TEST(Anova, ExactFit) {
  const Anova found = anova(unbalanced, Values{10, 10, 10, 12, 12});
  EXPECT_EQ(found.residual.sum_of_squares, 0);
  EXPECT_TRUE(std::isinf(*found.factors[0].f));
  EXPECT_EQ(*found.factors[0].p, 0);
  EXPECT_EQ(*found.factors[1].f, 0);
  EXPECT_EQ(*found.factors[1].p, 1);
}

// Two factors that always change together cannot be told apart; one of a single level has no
// effect.
TEST(Anova, HiddenFactorsHaveNoDegrees) {
  const FactorTable table = {{2, 2, 1}, {{0, 0, 0}, {0, 0, 0}, {1, 1, 0}, {1, 1, 0}}};
  const Anova found = anova(table, Values{1, 2, 5, 6});
  EXPECT_EQ(found.residual.degrees, 2u);
  for (const AnovaRow& row : found.factors) {
    EXPECT_EQ(row.degrees, 0u);
    EXPECT_EQ(row.sum_of_squares, 0);
    EXPECT_FALSE(row.f);
  }
}

// As many values as columns leave nothing to test with.
TEST(Anova, NoDegreesLeft) {
  const Anova found = anova({{2}, {{0}, {1}}}, Values{1, 2});
  EXPECT_EQ(found.residual.degrees, 0u);
  EXPECT_NEAR(found.factors[0].sum_of_squares, 0.5, 1e-15);
  EXPECT_FALSE(found.factors[0].p);
}

// All combinations of 2, 3 and 4 levels: every pair of columns is orthogonal with squares of 24,
// also those of an interaction, 1 + 1 + 2 + 3 + 1 x 2 columns.
TEST(ModelMatrix, ColumnsAreOrthogonal) {
  FactorTable table{.level_counts = {2, 3, 4}, .rows = {}};
  for (std::size_t i = 0; i < 24; ++i) table.rows.push_back({i / 12, i / 4 % 3, i % 4});
  const Eigen::MatrixXd columns = model_matrix(table, all_factors(table), {{0, 1}});
  ASSERT_EQ(columns.cols(), 9);
  EXPECT_LT((columns.transpose() * columns - 24 * Eigen::MatrixXd::Identity(9, 9)).norm(), 1e-12);
  EXPECT_NEAR(columns(0, 1), -1, 1e-15);
  EXPECT_NEAR(columns(23, 1), 1, 1e-15);
}

}  // namespace
}  // namespace smpi::study
