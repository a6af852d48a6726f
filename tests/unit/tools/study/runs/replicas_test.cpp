// SPDX-License-Identifier: BSD-3-Clause
//
// Intervals of means against tables of Student's t, and how often they hold the true mean.
#include "tools/study/runs/replicas.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

// Mean 3, s = sqrt(2.5), t(4, 0.975) = 2.776445: half width t s / sqrt(5) = 1.963243.
TEST(Replicas, IntervalOfFiveValues) {
  const std::vector<double> sample = {5, 1, 4, 2, 3};
  const SampleSummary summary = summarize(sample);
  EXPECT_EQ(summary.mean, 3);
  EXPECT_EQ(summary.median, 3);
  EXPECT_NEAR(summary.deviation, std::sqrt(2.5), 1e-12);
  ASSERT_TRUE(summary.half_width);
  EXPECT_NEAR(*summary.half_width, 1.963243, 1e-6);
}

TEST(Replicas, EqualValuesHaveNoInterval) {
  const std::vector<double> sample = {0.1, 0.1, 0.1};
  EXPECT_FALSE(summarize(sample).half_width);
  EXPECT_EQ(summarize(sample).mean, 0.1);
  EXPECT_TRUE(is_known_within(sample, 1e-9));
}

TEST(Replicas, OneValueIsNotKnown) {
  const std::vector<double> sample = {2};
  EXPECT_FALSE(summarize(sample).half_width);
  EXPECT_FALSE(is_known_within(sample, 0.5));
}

// Of 1,000 samples of ten normal values 95 % of the intervals hold the mean: 930 to 970 are three
// standard deviations.
TEST(Replicas, NineteenOfTwentyIntervalsHoldTheMean) {
  kernel::RandomStream stream(1, 2);
  const auto normal = [&] {  // Box and Muller
    const double radius = std::sqrt(-2 * std::log(1 - stream.uniform()));
    return radius * std::cos(2 * std::numbers::pi * stream.uniform());
  };
  int held = 0;
  for (int study = 0; study < 1000; ++study) {
    std::vector<double> sample;
    for (int i = 0; i < 10; ++i) sample.push_back(5 + normal());
    const SampleSummary summary = summarize(sample);
    if (std::abs(summary.mean - 5) <= summary.half_width.value()) held++;
  }
  EXPECT_GE(held, 930);
  EXPECT_LE(held, 970);
}

}  // namespace
}  // namespace smpi::study
