// SPDX-License-Identifier: BSD-3-Clause
//
// Means, medians, intervals and speed-ups against closed forms.
#include "tools/study/statistics/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

using Values = std::vector<double>;

// 1, 2, 3, 4, 5: mean 3, sd sqrt(2.5), t(0.975; 4) = 2.776445, half width t sd / sqrt(5)
// = 1.963243.
TEST(Sample, MeanAndStudentsInterval) {
  const Summary summary = summarize(Values{5, 1, 4, 2, 3}, 1);
  EXPECT_EQ(summary.count, 5u);
  EXPECT_DOUBLE_EQ(summary.mean, 3);
  EXPECT_DOUBLE_EQ(summary.sd, std::sqrt(2.5));
  ASSERT_TRUE(summary.mean_interval);
  EXPECT_NEAR(summary.mean_interval->low, 3 - 1.963243, 1e-6);
  EXPECT_NEAR(summary.mean_interval->high, 3 + 1.963243, 1e-6);
  EXPECT_DOUBLE_EQ(summary.median, 3);
}

// The median of an even number of values is the mean of the two in the middle: (2 + 10) / 2.
TEST(Sample, MedianOfFour) {
  EXPECT_DOUBLE_EQ(summarize(Values{10, 1, 2, 11}, 1).median, 6);
}

TEST(Sample, EqualValuesAndOneValueHaveNoInterval) {
  for (const Values& values : {Values{0.1, 0.1, 0.1}, Values{7}}) {
    const Summary summary = summarize(values, 1);
    EXPECT_EQ(summary.mean, values.front());
    EXPECT_EQ(summary.median, values.front());
    EXPECT_EQ(summary.sd, 0);
    EXPECT_FALSE(summary.mean_interval);
    EXPECT_FALSE(summary.median_interval);
  }
}

// 1e9 + {1, 2, 3}: sd 1, which sums of squares of the values themselves would lose.
TEST(Sample, LargeMeanKeepsTheSpread) {
  EXPECT_DOUBLE_EQ(summarize(Values{1e9 + 1, 1e9 + 2, 1e9 + 3}, 1).sd, 1);
}

// Efron 1979: the median of a resample of 11 values is at most the j-th with the probability that
// Bin(11, j / 11) is at least 6: 0.007 for j = 2, 0.051 for j = 3. So the 2.5 % percentile is the
// 3rd value, the 97.5 % one by symmetry the 9th.
TEST(Sample, BootstrapOfTheMedianHasTheExactPercentiles) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Summary summary = summarize(Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, seed);
    EXPECT_EQ(summary.median_interval->low, 3);
    EXPECT_EQ(summary.median_interval->high, 9);
  }
}

TEST(Sample, BootstrapRepeatsWithItsSeed) {
  Values values;
  kernel::RandomStream stream(5, 0);
  for (int i = 0; i < 40; ++i) values.push_back(kernel::draw_exponential(stream));
  const Interval one = *summarize(values, 7).median_interval;
  const Interval same = *summarize(values, 7).median_interval;
  EXPECT_EQ(one.low, same.low);
  EXPECT_EQ(one.high, same.high);
  // Percentiles of medians are steps, so most seeds agree, but not all.
  std::set<double> lows;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    lows.insert(summarize(values, seed).median_interval->low);
  }
  EXPECT_GT(lows.size(), 1u);
}

// 1 to 5 have a half width of 1.963243 / 3 = 65.4 % of the mean.
TEST(Sample, HalfWidthEndsReplicas) {
  const Values values = {1, 2, 3, 4, 5};
  EXPECT_FALSE(half_width_is_small(values, 0.65));
  EXPECT_TRUE(half_width_is_small(values, 0.66));
  EXPECT_FALSE(half_width_is_small(Values{1}, 0.5));
  EXPECT_TRUE(half_width_is_small(Values{1, 1}, 0.01));
  EXPECT_TRUE(half_width_is_small(Values{-1, -2, -3, -4, -5}, 0.66));
}

// Ratios 2 and 4: logarithms ln 2 and 2 ln 2, mean 1.5 ln 2, sd ln 2 / sqrt(2), t(0.975; 1)
// = 12.7062: half width 12.7062 ln 2 / 2.
TEST(Sample, SpeedUpOfPairs) {
  const auto found = speed_up(Values{2, 4}, Values{1, 1});
  ASSERT_TRUE(found && found->interval);
  EXPECT_NEAR(found->ratio, std::pow(2, 1.5), 1e-12);
  EXPECT_NEAR(std::log(found->interval->low), (1.5 - 12.7062 / 2) * std::log(2), 1e-4);
  EXPECT_NEAR(std::log(found->interval->high), (1.5 + 12.7062 / 2) * std::log(2), 1e-4);
}

// Both depend on the seed, their ratio does not: 1.5, without an interval. Times of 0 have no
// ratio.
TEST(Sample, SpeedUpWithoutAnInterval) {
  const auto found = speed_up(Values{3, 6, 12}, Values{2, 4, 8});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->ratio, 1.5, 1e-15);
  EXPECT_FALSE(found->interval);
  EXPECT_FALSE(speed_up(Values{1, 0}, Values{1, 1}));
}

// Between 10 and 20 at 0, 1: 2.5 % is 10.25.
TEST(Sample, QuantileInterpolates) {
  EXPECT_DOUBLE_EQ(quantile(Values{10, 20}, 0.025), 10.25);
  EXPECT_DOUBLE_EQ(quantile(Values{10, 20}, 1), 20);
  EXPECT_DOUBLE_EQ(quantile(Values{10}, 0.5), 10);
}

// 1,000 studies of 10 replicas of a normal program of mean 100 and sd 5: 95 % of the intervals have
// the mean inside, within three standard errors of sqrt(0.95 x 0.05 / 1000) = 0.7 %.
TEST(Sample, CoverageOfTheInterval) {
  int covered = 0;
  for (std::uint64_t study = 0; study < 1000; ++study) {
    kernel::RandomStream stream(1, study);
    Values values(10);
    for (double& value : values) value = 100 + 5 * kernel::draw_normal(stream);
    const auto interval = t_interval(values);
    covered += interval->low <= 100 && 100 <= interval->high;
  }
  RecordProperty("covered", covered);
  EXPECT_GE(covered, 930);
  EXPECT_LE(covered, 970);
}

}  // namespace
}  // namespace smpi::study
