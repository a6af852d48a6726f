// SPDX-License-Identifier: BSD-3-Clause
//
// Student's interval, against the printed table of his distribution.
#include "libsmpi/run/launch/confidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "libsmpi/cost/modeled/noise.h"

namespace smpi::launch {
namespace {

// t(1) is 12.7062: 2 +- 12.7062 x 1.41421 / 1.41421.
TEST(Confidence, OfTwoValuesIsWide) {
  const std::vector<double> values = {1, 3};
  const Confidence result = confidence_95(values);
  EXPECT_DOUBLE_EQ(result.mean, 2);
  EXPECT_DOUBLE_EQ(result.standard_deviation, std::sqrt(2));
  EXPECT_NEAR(result.low, 2 - 12.7062, 1e-4);
  EXPECT_NEAR(result.high, 2 + 12.7062, 1e-4);
}

// t(9) is 2.26216; 1 to 10 have the mean 5.5 and the deviation 3.02765.
TEST(Confidence, OfTenValues) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const Confidence result = confidence_95(values);
  EXPECT_DOUBLE_EQ(result.mean, 5.5);
  EXPECT_NEAR(result.standard_deviation, 3.02765, 1e-5);
  EXPECT_NEAR(result.high - result.mean, 2.26216 * 3.02765 / std::sqrt(10), 1e-4);
  EXPECT_NEAR(result.mean - result.low, result.high - result.mean, 1e-12);
}

TEST(Confidence, OfEqualValuesHasNoWidth) {
  const std::vector<double> values(7, 0.1);
  const Confidence result = confidence_95(values);
  EXPECT_EQ(result.mean, 0.1);
  EXPECT_EQ(result.standard_deviation, 0);
  EXPECT_EQ(result.low, 0.1);
  EXPECT_EQ(result.high, 0.1);
}

// Of 2,000 intervals from 5 normal numbers each, 95 % hold the true mean; 4 deviations are 2 %.
TEST(Confidence, HoldsTheMeanAsOftenAsItSays) {
  kernel::RandomStream stream(1, 0);
  int holds = 0;
  for (int i = 0; i < 2000; i++) {
    std::vector<double> values;
    for (int k = 0; k < 5; k++) values.push_back(3 + kernel::draw_normal(stream));
    const Confidence result = confidence_95(values);
    holds += result.low <= 3 && 3 <= result.high;
  }
  EXPECT_NEAR(holds / 2000.0, 0.95, 0.02);
}

}  // namespace
}  // namespace smpi::launch
