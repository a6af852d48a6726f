// SPDX-License-Identifier: BSD-3-Clause
//
// Each term of the closed form alone, with numbers that are easy by hand.
#include "tools/study/hpl/closed_form.h"

#include <gtest/gtest.h>

#include <limits>

namespace smpi::study::hpl {
namespace {

TEST(HplClosedForm, FlopsAreSharedByAllRanks) {
  // 2/3 x 300^3 + 3/2 x 300^2 = 18,135,000 over 6 ranks.
  EXPECT_DOUBLE_EQ(closed_form_s(300, 10, {2, 3}, {.flop_s = 1}), 18135000. / 6);
}

TEST(HplClosedForm, Words) {
  // 100^2 (3 x 4 + 8) / (2 x 32).
  EXPECT_DOUBLE_EQ(closed_form_s(100, 10, {4, 8}, {.word_s = 1}), 3125);
}

TEST(HplClosedForm, Latencies) {
  // 100 ((10 + 1) x 2 + 4) / 10.
  EXPECT_DOUBLE_EQ(closed_form_s(100, 10, {4, 8}, {.latency_s = 1}), 260);
  // One row: no search for pivots over ranks.
  EXPECT_DOUBLE_EQ(closed_form_s(100, 10, {1, 8}, {.latency_s = 1}), 10);
}

TEST(HplClosedForm, OrderWithinATime) {
  const Costs costs{.flop_s = 1e-9, .word_s = 1e-8, .latency_s = 1e-6};
  const Grid grid{4, 8};
  const double limit_s = closed_form_s(5120, 128, grid, costs);
  EXPECT_EQ(order_within(1280000, 128, grid, costs, limit_s), 5120U);
  EXPECT_EQ(order_within(1280000, 128, grid, costs, limit_s * 0.999), 4992U);
  EXPECT_EQ(order_within(2560, 128, grid, costs, limit_s), 2560U);
  EXPECT_EQ(order_within(2560, 128, grid, costs, 0), 0U);
  EXPECT_EQ(order_within(2560, 128, grid, costs, std::numeric_limits<double>::infinity()), 2560U);
}

}  // namespace
}  // namespace smpi::study::hpl
