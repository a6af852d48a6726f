// SPDX-License-Identifier: BSD-3-Clause
//
// What simulations say about the closed form: its value where it was measured, between, and beyond;
// and never a machine that is faster than its flops.
#include "tools/study/hpl/correction.h"

#include <gtest/gtest.h>

#include "tools/study/hpl/closed_form.h"
#include "tools/study/hpl/market.h"

namespace smpi::study::hpl {
namespace {

// Of 10 s, 6 are flops and 4 messages.
TEST(HplCorrection, SlowerSlowsAllDownAndFasterHidesMessages) {
  EXPECT_EQ(correction_of(15, 10, 6), (Correction{.slowdown = 1.5}));
  EXPECT_EQ(correction_of(8, 10, 6), (Correction{.shown = 0.5}));
  EXPECT_EQ(correction_of(10, 10, 6), Correction{});
  // Faster than its flops: all messages are hidden, and no more. One node has none.
  EXPECT_EQ(correction_of(5, 10, 6), (Correction{.shown = 0}));
  EXPECT_EQ(correction_of(5, 6, 6), Correction{});
}

// The corrected closed form takes what was simulated, for times down to that of the flops.
TEST(HplCorrection, GivesTheSimulatedTime) {
  const Costs costs{.flop_s = 1e-10, .word_s = 1e-8, .latency_s = 1e-5};
  const Grid grid{2, 5};
  const double closed_s = closed_form_s(20000, 128, grid, costs);
  const double compute_s = closed_form_s(20000, 128, grid, {.flop_s = costs.flop_s});
  for (const double simulated_s : {compute_s, 0.3 * compute_s + 0.7 * closed_s, 1.3 * closed_s}) {
    const Costs changed = corrected(costs, correction_of(simulated_s, closed_s, compute_s));
    EXPECT_NEAR(closed_form_s(20000, 128, grid, changed), simulated_s, 1e-12 * simulated_s);
  }
}

// Measured at 2 and 8 nodes: 4 are half of the way by the logarithm.
TEST(HplCorrection, ChangesEvenlyBetweenMeasuredSizes) {
  KnownSizes sizes;
  EXPECT_TRUE(sizes.is_empty());
  sizes.add(8, {.slowdown = 1, .shown = 0.5});
  sizes.add(2, {.slowdown = 1.2, .shown = 0.1});
  EXPECT_NEAR(sizes.at(4).slowdown, 1.1, 1e-12);
  EXPECT_NEAR(sizes.at(4).shown, 0.3, 1e-12);
  EXPECT_EQ(sizes.at(1), (Correction{.slowdown = 1.2, .shown = 0.1}));
  EXPECT_EQ(sizes.at(8), (Correction{.slowdown = 1, .shown = 0.5}));
  EXPECT_EQ(sizes.at(100), (Correction{.slowdown = 1, .shown = 0.5}));
  sizes.add(8, {});
  EXPECT_EQ(sizes.at(9), Correction{});
}

TEST(HplCorrection, IsKnownNearMeasuredSizesOnly) {
  KnownSizes sizes;
  EXPECT_FALSE(sizes.are_near(8, no_limit));
  sizes.add(8, {});
  for (const std::uint32_t nodes : {6U, 8U, 12U}) EXPECT_TRUE(sizes.are_near(nodes, 1.5)) << nodes;
  for (const std::uint32_t nodes : {1U, 5U, 13U}) EXPECT_FALSE(sizes.are_near(nodes, 1.5)) << nodes;
  EXPECT_TRUE(sizes.are_near(1000, no_limit));
  sizes.forget();
  EXPECT_TRUE(sizes.is_empty());
}

}  // namespace
}  // namespace smpi::study::hpl
