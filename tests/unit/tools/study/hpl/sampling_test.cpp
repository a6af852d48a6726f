// SPDX-License-Identifier: BSD-3-Clause
//
// Panels whose time is a quadratic of what is left are summed up exactly.
#include "tools/study/hpl/sampling.h"

#include <gtest/gtest.h>

namespace smpi::study::hpl {
namespace {

double panel_s(double left) {
  return 0.003 + 2e-7 * left + 3e-11 * left * left;
}

// When the panel at `row` is copied: after those before it, the first at 0.5 s. The first three
// take half of the time of others.
double copied_s(std::uint64_t n, std::uint32_t nb, std::uint64_t row) {
  double time_s = 0.5;
  for (std::uint64_t i = 0; i < row; i += nb) {
    time_s += panel_s(static_cast<double>(n - i)) / (i < 3ULL * nb ? 2 : 1);
  }
  return time_s;
}

// Also where a window is most of its matrix, whose mean is not the value in its middle; and where
// the first panels took less than others of their size.
TEST(HplSampling, QuadraticPanelsAreExact) {
  const std::uint32_t nb = 128;
  for (const std::uint32_t columns : {3U, 16U, 40U}) {
    const std::uint64_t n = 128ULL * 8 * (2 * columns + 40);
    const auto samples = samples_of(n, nb, columns);
    ASSERT_TRUE(samples);
    std::array<Measured, 3> measured;
    for (std::size_t i = 0; i < 3; ++i) {
      const Sample& sample = (*samples)[i];
      measured[i] = {.sample = sample,
                     .warm_s = copied_s(sample.n, nb, sample.warm),
                     .stop_s = copied_s(sample.n, nb, sample.stop)};
    }
    EXPECT_NEAR(whole_time_s(n, nb, measured) / copied_s(n, nb, n), 1, 1e-9) << columns;
  }
}

// A column of processes that takes longer than others counts as often as they do.
TEST(HplSampling, WindowsAreWholeTurns) {
  for (const std::uint32_t columns : {1U, 3U, 7U, 16U, 33U}) {
    const auto samples = samples_of(1'000'000, 100, columns);
    ASSERT_TRUE(samples);
    for (const Sample& sample : *samples) {
      const std::uint64_t panels = (sample.stop - sample.warm) / 100;
      EXPECT_EQ(panels % columns, 0U);
      EXPECT_EQ(sample.warm, panels * 100);
      EXPECT_GE(panels, 16U);
    }
  }
}

// 32 panels each fill the pipeline and count; N/8 of 250,000 has 244.
TEST(HplSampling, ThreeSizes) {
  const auto samples = samples_of(250'000 / 128 * 128, 128, 32);
  ASSERT_TRUE(samples);
  EXPECT_EQ((*samples)[0].n, 249'984U);
  EXPECT_EQ((*samples)[1].n, 124'928U);
  EXPECT_EQ((*samples)[2].n, 31'232U);
  for (const Sample& sample : *samples) {
    EXPECT_EQ(sample.warm, 32U * 128);
    EXPECT_EQ(sample.stop, 64U * 128);
  }
}

TEST(HplSampling, SmallMatricesAreRunAsAWhole) {
  EXPECT_FALSE(samples_of(10'000, 128, 16));
  EXPECT_FALSE(samples_of(0, 128, 16));
  EXPECT_TRUE(samples_of(128ULL * 8 * 33, 128, 16));
  EXPECT_FALSE(samples_of(128ULL * 8 * 32, 128, 16));
  EXPECT_FALSE(samples_of(128ULL * 8 * 32, 128, 1));
}

}  // namespace
}  // namespace smpi::study::hpl
