// SPDX-License-Identifier: BSD-3-Clause
//
// One group of durations is one mode; two that are far apart are two, with their weights.
#include "tools/calibrate/network/noise.h"

#include <gtest/gtest.h>

#include "kernel/random_stream.h"

namespace smpi::calibrate::network {
namespace {

TEST(Noise, OfOneGroupIsItsDeviation) {
  kernel::RandomStream stream(1, 1);
  std::vector<double> ratios;
  for (int i = 0; i < 2000; i++) ratios.push_back(1 + 0.05 * kernel::draw_normal(stream));
  const Noise noise = find_noise(ratios);
  EXPECT_NEAR(noise.deviation, 0.05, 0.005);
  ASSERT_EQ(noise.modes.size(), 1U);
  EXPECT_EQ(noise.modes[0].weight, 1);
}

// 70 % around 1, 30 % around 4.
TEST(Noise, OfTwoGroupsAreTwoModes) {
  kernel::RandomStream stream(2, 1);
  std::vector<double> ratios;
  for (int i = 0; i < 2000; i++) {
    ratios.push_back((i % 10 < 7 ? 1 : 4) * (1 + 0.03 * kernel::draw_normal(stream)));
  }
  const Noise noise = find_noise(ratios);
  ASSERT_EQ(noise.modes.size(), 2U);
  EXPECT_NEAR(noise.modes[0].weight, 0.7, 0.01);
  EXPECT_NEAR(noise.modes[0].mean, 1, 0.02);
  EXPECT_NEAR(noise.modes[1].mean, 4, 0.08);
  EXPECT_NEAR(noise.modes[1].deviation, 0.03, 0.006);
}

TEST(Noise, OfRepeatedResultsIsNone) {
  const std::vector<double> same(20, 1.0);
  EXPECT_EQ(find_noise(same).deviation, 0);
  EXPECT_EQ(find_noise(same).modes.size(), 1U);
  EXPECT_EQ(find_noise({}).modes.size(), 0U);
}

}  // namespace
}  // namespace smpi::calibrate::network
