// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks, their correlation and Friedman's test against worked examples.
#include "tools/study/statistics/ranks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace smpi::study {
namespace {

using Values = std::vector<double>;

TEST(Ranks, TiesShareTheirMean) {
  EXPECT_EQ(ranks(Values{3, 1, 3, 2, 3}), (Values{4, 1, 4, 2, 4}));
  EXPECT_EQ(ranks(Values{5, 5}), (Values{1.5, 1.5}));
  EXPECT_EQ(ranks(Values{}), Values{});
}

// Without ties 1 - 6 sum d^2 / (n (n^2 - 1)): d^2 = 1, 1, 1, 1, 0 of five, 1 - 24 / 120 = 0.8.
TEST(Ranks, Spearman) {
  EXPECT_DOUBLE_EQ(*spearman(Values{1, 2, 3, 4, 5}, Values{20, 10, 40, 30, 50}), 0.8);
  EXPECT_DOUBLE_EQ(*spearman(Values{1, 2, 3}, Values{9, 4, -1}), -1);
  EXPECT_FALSE(spearman(Values{1, 1}, Values{1, 2}));
  EXPECT_FALSE(spearman(Values{1}, Values{1}));
}

// Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4, both around 2.5: squares 4.5 and 5, product 4.5:
// 4.5 / sqrt(22.5).
TEST(Ranks, SpearmanWithTies) {
  EXPECT_DOUBLE_EQ(*spearman(Values{0, 7, 7, 9}, Values{1, 2, 3, 4}), 4.5 / std::sqrt(22.5));
}

// Conover 1999, example 5.8.1: twelve home owners rank four grasses. Rank sums 38, 23.5, 24.5, 34
// of squares 3752.5; A1 = 356.5, C1 = 300, T1 = 3 (3752.5 - 12 x 300) / 56.5 = 8.097; chi-square
// with 3 degrees: p = 0.044. Critical difference 2.034515 sqrt(2 (12 x 356.5 - 3752.5) / 33)
// = 11.4817; the book prints 11.49, from a rounded t.
TEST(Ranks, FriedmanOfGrasses) {
  const Friedman found = friedman({{4, 3, 2, 1},
                                   {4, 2, 3, 1},
                                   {3, 1.5, 1.5, 4},
                                   {3, 1, 2, 4},
                                   {4, 2, 1, 3},
                                   {2, 2, 2, 4},
                                   {1, 3, 2, 4},
                                   {2, 4, 1, 3},
                                   {3.5, 1, 2, 3.5},
                                   {4, 1, 3, 2},
                                   {4, 2, 3, 1},
                                   {3.5, 1, 2, 3.5}},
                                  0.05);
  EXPECT_EQ(found.rank_sums, (Values{38, 23.5, 24.5, 34}));
  EXPECT_NEAR(found.statistic, 8.097, 5e-4);
  EXPECT_NEAR(found.p, 0.044, 5e-4);
  EXPECT_NEAR(found.critical_difference, 11.4817, 5e-5);
}

// Five blocks that agree on two candidates: T1 = 5, the largest, p = P(chi-square(1) > 5) = 0.0253;
// rank sums 5 and 10 without any spread: critical difference 0.
TEST(Ranks, FriedmanOfTwoThatNeverChange) {
  const Friedman found = friedman({{1, 2}, {3, 4}, {1, 9}, {5, 6}, {0, 1}}, 0.05);
  EXPECT_DOUBLE_EQ(found.statistic, 5);
  EXPECT_NEAR(found.p, 0.0253, 5e-5);
  EXPECT_EQ(found.critical_difference, 0);
}

TEST(Ranks, FriedmanOfEqualValues) {
  const Friedman found = friedman({{1, 1, 1}, {2, 2, 2}}, 0.05);
  EXPECT_EQ(found.statistic, 0);
  EXPECT_EQ(found.p, 1);
}

}  // namespace
}  // namespace smpi::study
