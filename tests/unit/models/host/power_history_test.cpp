// SPDX-License-Identifier: BSD-3-Clause
//
// Power over time in a bounded number of bins.
#include "models/host/power_history.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace smpi::models {
namespace {

// 2 W for 1 s, then 6 W for 3 s: with 4096 bins, bins of 2^-10 s.
TEST(PowerHistory, BinsAreAStepFunction) {
  PowerHistory history;
  history.grow(1);
  history.add(0, 2, 0);
  history.add(0, 4, 1);
  const std::vector<double> bins = history.bins_j(0, 4);
  ASSERT_EQ(history.bin_s(), 0x1p-10);
  ASSERT_EQ(bins.size(), 4096U);
  EXPECT_EQ(bins[1023] / history.bin_s(), 2);
  EXPECT_EQ(bins[1024] / history.bin_s(), 6);
  EXPECT_EQ(history.energy_j(0, 4), 20);
}

// An account that begins late has taken nothing before; all have the same bins.
TEST(PowerHistory, AccountsShareTheirBins) {
  PowerHistory history;
  history.grow(1);
  history.add(0, 1, 0);
  history.add(0, 0, 1e-6);
  history.grow(2);
  history.add(1, 3, 8);
  EXPECT_EQ(history.bins_j(0, 9).size(), history.bins_j(1, 9).size());
  EXPECT_EQ(history.energy_j(1, 9), 3);
}

// Whatever happens, the bins add up to the energy to 1e-12, and there are at most 4096 of them.
TEST(PowerHistory, BinsAddUpToTheEnergy) {
  for (unsigned seed = 1; seed <= 200; seed++) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> exponent(-9, 3);
    std::uniform_real_distribution<double> watts(0, 500);
    PowerHistory history;
    history.grow(1);
    double now_s = 0;
    double power_w = 0;
    double expected_j = 0;
    for (int change = 0; change < 300; change++) {
      const double next_w = watts(random);
      history.add(0, next_w - power_w, now_s);
      power_w = next_w;
      const double duration_s = std::pow(10, exponent(random));
      expected_j += power_w * duration_s;
      now_s += duration_s;
    }
    const std::vector<double> bins = history.bins_j(0, now_s);
    ASSERT_LE(bins.size(), PowerHistory::bins_max);
    const double sum_j = std::accumulate(bins.begin(), bins.end(), 0.0);
    ASSERT_NEAR(sum_j / history.energy_j(0, now_s), 1, 1e-12) << seed;
    ASSERT_NEAR(sum_j / expected_j, 1, 1e-9) << seed;
  }
}

}  // namespace
}  // namespace smpi::models
