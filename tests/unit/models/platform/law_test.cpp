// SPDX-License-Identifier: BSD-3-Clause
//
// Laws of drawn times: 10^5 draws have the mean that the law says, and the spread of its formula.
#include "models/platform/law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace smpi::models {
namespace {

std::vector<double> draws_of(const Law& law) {
  kernel::RandomStream stream(7, 1);
  std::vector<double> draws(100'000);
  for (double& value : draws) value = law.draw(stream);
  return draws;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Median m and deviation s of the logarithm: the mean is m exp(s^2 / 2), half of the draws lie
// below m, and the logarithms have deviation s.
TEST(Law, LogNormalHasItsMedianMeanAndDeviation) {
  const Law law{Law::Kind::lognormal, 3, 0.8};
  EXPECT_NEAR(law.mean(), 3 * std::exp(0.32), 1e-12);
  std::vector<double> draws = draws_of(law);
  EXPECT_NEAR(mean_of(draws), law.mean(), 0.015 * law.mean());
  const auto below = std::count_if(draws.begin(), draws.end(), [](double d) { return d < 3; });
  EXPECT_NEAR(static_cast<double>(below), 5e4, 800);
  for (double& value : draws) value = std::pow(std::log(value / 3), 2);
  EXPECT_NEAR(std::sqrt(mean_of(draws)), 0.8, 0.01);
}

// Scale c and shape k: the mean is c Gamma(1 + 1/k); exp(-1) of the draws lie above c.
TEST(Law, WeibullHasItsMeanAndScale) {
  const Law law{Law::Kind::weibull, 2, 0.7};
  const std::vector<double> draws = draws_of(law);
  EXPECT_NEAR(mean_of(draws), 2 * std::tgamma(1 + 1 / 0.7), 0.02 * law.mean());
  const auto above = std::count_if(draws.begin(), draws.end(), [](double d) { return d > 2; });
  EXPECT_NEAR(static_cast<double>(above), 1e5 * std::exp(-1), 800);
}

}  // namespace
}  // namespace smpi::models
