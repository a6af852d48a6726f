// SPDX-License-Identifier: BSD-3-Clause
//
// Morris's and Saltelli's analyses of functions whose effects are known.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tools/study/design/morris.h"
#include "tools/study/design/saltelli.h"

namespace smpi::study {
namespace {

// Each step moves one coordinate by 2/3, and a trajectory moves each once.
TEST(Morris, StepsOfTrajectories) {
  const UnitPoints points = morris(6, 3, 1);
  ASSERT_EQ(points.count(), 24u);
  for (std::size_t first = 0; first < 24; first += 4) {
    std::vector<int> moves(3, 0);
    for (std::size_t point = first; point < first + 3; ++point) {
      int moved = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double by = std::abs(points[point + 1][axis] - points[point][axis]);
        if (by == 0) continue;
        EXPECT_NEAR(by, 2.0 / 3, 1e-15);
        ++moved;
        ++moves[axis];
      }
      EXPECT_EQ(moved, 1);
    }
    EXPECT_EQ(moves, (std::vector<int>{1, 1, 1}));
  }
}

// y = 3 x1 + x2 x3: the effect of x1 is always 3; that of x2 is x3, on levels 0, 1/3, 2/3, 1
// equally often: mean 1/2, standard deviation sqrt(5)/6 = 0.373; with 2,000 trajectories within
// 0.03.
TEST(Morris, LinearAndInteractingParameters) {
  const UnitPoints points = morris(2000, 3, 1);
  std::vector<double> results;
  for (std::size_t point = 0; point < points.count(); ++point) {
    const auto x = points[point];
    results.push_back(3 * x[0] + x[1] * x[2]);
  }
  const std::vector<MorrisEffect> effects = morris_effects(points, results);
  EXPECT_NEAR(effects[0].mu_star, 3, 1e-12);
  EXPECT_NEAR(effects[0].mu, 3, 1e-12);
  EXPECT_NEAR(effects[0].sigma, 0, 1e-12);
  for (const std::size_t axis : {1, 2}) {
    EXPECT_NEAR(effects[axis].mu_star, 0.5, 0.03);
    EXPECT_NEAR(effects[axis].sigma, std::sqrt(5.0) / 6, 0.03);
    EXPECT_LT(effects[axis].mu_star_interval->low, 0.5);
    EXPECT_GT(effects[axis].mu_star_interval->high, 0.5);
  }
}

// y = (x - 1/2)^2: the effects -1/3 and 1/3 of the two possible steps cancel in mu, not in mu*.
TEST(Morris, SignsCancelInTheMeanOnly) {
  const UnitPoints points = morris(1000, 1, 2);
  std::vector<double> results;
  for (std::size_t point = 0; point < points.count(); ++point) {
    results.push_back((points[point][0] - 0.5) * (points[point][0] - 0.5));
  }
  const MorrisEffect effect = morris_effects(points, results).front();
  EXPECT_NEAR(effect.mu_star, 1.0 / 3, 1e-12);
  EXPECT_NEAR(effect.mu, 0, 0.04);
  EXPECT_NEAR(effect.sigma, 1.0 / 3, 0.01);
}

// Ishigami: sin x1 + a sin^2 x2 + b x3^4 sin x1 on [-pi, pi]^3, plus a constant. With a = 7, b =
// 0.1: V1 = (1 + b pi^4 / 5)^2 / 2, V2 = a^2 / 8, V13 = 8 b^2 pi^8 / 225; S = 0.3139, 0.4424, 0; T
// = 0.5576, 0.4424, 0.2437.
std::vector<double> ishigami(const UnitPoints& points, double constant) {
  std::vector<double> results;
  for (std::size_t point = 0; point < points.count(); ++point) {
    double x[3];
    for (std::size_t i = 0; i < 3; ++i) x[i] = std::numbers::pi * (2 * points[point][i] - 1);
    results.push_back(constant + std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
                      0.1 * std::pow(x[2], 4) * std::sin(x[0]));
  }
  return results;
}

TEST(Saltelli, Ishigami) {
  const double pi = std::numbers::pi;
  const double v1 = std::pow(1 + 0.1 * std::pow(pi, 4) / 5, 2) / 2;
  const double v2 = 49.0 / 8;
  const double v13 = 8 * 0.01 * std::pow(pi, 8) / 225;
  const double v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0};
  const double total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  EXPECT_NEAR(first[0], 0.3139, 5e-5);
  EXPECT_NEAR(total[2], 0.2437, 5e-5);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const UnitPoints points = saltelli(4096, 3, seed);
    ASSERT_EQ(points.count(), 4096u * 5);
    const auto found = sobol_indices(ishigami(points, 1000), 3, 1);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(found[i].first, first[i], 0.03);
      EXPECT_NEAR(found[i].total, total[i], 0.03);
      EXPECT_LT(found[i].first_interval.low, first[i]);
      EXPECT_GT(found[i].first_interval.high, first[i]);
      EXPECT_LT(found[i].total_interval.low, total[i]);
      EXPECT_GT(found[i].total_interval.high, total[i]);
    }
  }
}

// Rows of a group: A, B, A with one coordinate of B.
TEST(Saltelli, RowsOfAGroup) {
  const UnitPoints points = saltelli(8, 2, 1);
  ASSERT_EQ(points.count(), 32u);
  for (std::size_t a = 0; a < 32; a += 4) {
    EXPECT_EQ(points[a + 2][0], points[a + 1][0]);
    EXPECT_EQ(points[a + 2][1], points[a][1]);
    EXPECT_EQ(points[a + 3][0], points[a][0]);
    EXPECT_EQ(points[a + 3][1], points[a + 1][1]);
  }
}

TEST(Saltelli, EqualResultsHaveNoIndices) {
  EXPECT_TRUE(sobol_indices(std::vector<double>(16, 0.1), 2, 1).empty());
}

}  // namespace
}  // namespace smpi::study
