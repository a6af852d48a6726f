// SPDX-License-Identifier: BSD-3-Clause
//
// Three processes: 0 completes wildcard receives, 1 and 2 hear of it or not.
#include "libsmpi/watch/analyze/causal_clock.h"

#include <gtest/gtest.h>

namespace smpi {
namespace {

TEST(CausalClock, CountsOnlyWhatWasCompleted) {
  CausalClock clock;
  EXPECT_TRUE(clock.empty());
  EXPECT_EQ(clock.tick(7), 1U);
  EXPECT_EQ(clock.tick(7), 2U);
  EXPECT_EQ(clock.tick(3), 1U);
  EXPECT_EQ(clock.count_of(7), 2U);
  EXPECT_EQ(clock.count_of(3), 1U);
  EXPECT_EQ(clock.count_of(5), 0U);
}

// 1 hears of the first completion of 0 and tells 2; 0 goes on: 2 knows one, not two.
TEST(CausalClock, KnowledgePassesOnWithMessages) {
  CausalClock zero;
  CausalClock one;
  CausalClock two;
  zero.tick(0);
  one.merge(zero);
  zero.tick(0);
  one.tick(1);
  two.merge(one);
  EXPECT_EQ(two.count_of(0), 1U);
  EXPECT_EQ(two.count_of(1), 1U);
  EXPECT_TRUE(two.covers(one));
  EXPECT_FALSE(two.covers(zero));
  EXPECT_FALSE(one.covers(zero));
}

// The larger count of each process, wherever it is in the lists; either way round.
TEST(CausalClock, MergesTakeTheLargerCounts) {
  CausalClock a;
  CausalClock b;
  for (int i = 0; i < 3; i++) a.tick(1);
  a.tick(4);
  b.tick(0);
  b.tick(1);
  for (int i = 0; i < 2; i++) b.tick(4);
  b.tick(9);
  CausalClock ab = a;
  ab.merge(b);
  CausalClock ba = b;
  ba.merge(a);
  for (const CausalClock& both : {ab, ba}) {
    EXPECT_EQ(both.count_of(0), 1U);
    EXPECT_EQ(both.count_of(1), 3U);
    EXPECT_EQ(both.count_of(4), 2U);
    EXPECT_EQ(both.count_of(9), 1U);
    EXPECT_TRUE(both.covers(a));
    EXPECT_TRUE(both.covers(b));
  }
  EXPECT_FALSE(a.covers(b));
  EXPECT_FALSE(b.covers(a));
}

}  // namespace
}  // namespace smpi
