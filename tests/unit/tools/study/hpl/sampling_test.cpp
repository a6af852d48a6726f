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

// When the panel at `row` is copied: after those before it, the first at 0.5 s. A quadratic's mean
// over a window is not its value in the middle; a window of one panel has no such difference.
double copied_s(std::uint64_t n, std::uint32_t nb, std::uint64_t row) {
  double time_s = 0.5;
  for (std::uint64_t i = 0; i < row; i += nb) {
    time_s += panel_s(static_cast<double>(n - i) - nb / 2.);
  }
  return time_s;
}

TEST(HplSampling, QuadraticPanelsAreExact) {
  const std::uint32_t nb = 128;
  const std::uint64_t n = 128000;
  std::array<Measured, 3> measured;
  const std::array<std::uint64_t, 3> orders = {128000, 64000, 16000};
  for (std::size_t i = 0; i < 3; ++i) {
    measured[i].sample = {.n = orders[i], .warm = 1280, .stop = 1280 + nb};
    measured[i].warm_s = copied_s(orders[i], nb, 1280);
    measured[i].stop_s = copied_s(orders[i], nb, 1280 + nb);
  }
  double expected = 0.5;
  for (std::uint64_t row = 0; row < n; row += nb) expected += panel_s(static_cast<double>(n - row));
  EXPECT_NEAR(whole_time_s(n, nb, measured, 0.5) / expected, 1, 1e-9);
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
}

}  // namespace
}  // namespace smpi::study::hpl
