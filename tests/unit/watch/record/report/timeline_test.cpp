// SPDX-License-Identifier: BSD-3-Clause
//
// Slices of a timeline: what is joined, and that nothing is lost by it.
#include "libsmpi/watch/record/report/timeline.h"

#include <gtest/gtest.h>

#include <numeric>

namespace smpi::record {
namespace {

constexpr auto waiting = static_cast<std::size_t>(CallTopic::waiting);
constexpr auto collective = static_cast<std::size_t>(CallTopic::collective);

TEST(Timeline, CallsAreSlicesAndThoseWithoutDurationAreNone) {
  Timeline timeline;
  timeline.add(
      {.process = 1, .function = 7, .topic = CallTopic::waiting, .begin_s = 1, .end_s = 3});
  timeline.add({.process = 1, .function = 8, .topic = CallTopic::other, .begin_s = 4, .end_s = 4});
  ASSERT_EQ(timeline.rows().size(), 2U);
  EXPECT_TRUE(timeline.rows()[0].empty());
  ASSERT_EQ(timeline.rows()[1].size(), 1U);
  const Slice& slice = timeline.rows()[1][0];
  EXPECT_EQ(slice.begin_s, 1);
  EXPECT_EQ(slice.end_s, 3);
  EXPECT_EQ(slice.function, 7U);
  EXPECT_EQ(slice.topic_s[waiting], 2);
  EXPECT_EQ(timeline.cell_s(), 0);
}

// Threads of a rank: [0, 4] ends first; of [1, 6] the part from 4 on is left, of [2, 6] nothing.
TEST(Timeline, CallsOfThreadsDoNotOverlap) {
  Timeline timeline;
  for (const auto& [begin_s, end_s] : {std::pair{0.0, 4.0}, {1.0, 6.0}, {2.0, 6.0}}) {
    timeline.add({.process = 0,
                  .function = 0,
                  .topic = CallTopic::other,
                  .begin_s = begin_s,
                  .end_s = end_s});
  }
  ASSERT_EQ(timeline.rows()[0].size(), 2U);
  EXPECT_EQ(timeline.rows()[0][1].begin_s, 4);
  EXPECT_EQ(timeline.rows()[0][1].end_s, 6);
}

// 2 ranks, 10,000 calls of 1 us every 3 us each, and one of 5 ms in the middle; room for 100
// slices.
TEST(Timeline, JoiningKeepsSumsAndLongCalls) {
  constexpr std::size_t budget = 100;
  constexpr int calls = 10'000;
  Timeline timeline(budget);
  double now_s = 0;
  for (int call = 0; call < calls; call++) {
    const bool is_long = call == calls / 2;
    const double length_s = is_long ? 5e-3 : 1e-6;
    for (std::uint32_t process = 0; process < 2; process++) {
      timeline.add({.process = process,
                    .function = is_long ? 1U : 0U,
                    .topic = is_long ? CallTopic::collective : CallTopic::waiting,
                    .begin_s = now_s,
                    .end_s = now_s + length_s});
    }
    now_s += length_s + 2e-6;
  }
  EXPECT_GT(timeline.cell_s(), 0);
  std::size_t count = 0;
  for (const auto& row : timeline.rows()) {
    count += row.size();
    double waiting_s = 0;
    double collective_s = 0;
    std::uint32_t joined = 0;
    double last_s = 0;
    bool has_long = false;
    for (const Slice& slice : row) {
      EXPECT_LE(last_s, slice.begin_s);
      last_s = slice.end_s;
      waiting_s += slice.topic_s[waiting];
      collective_s += slice.topic_s[collective];
      joined += slice.call_count;
      has_long |= slice.call_count == 1 && slice.function == 1;
      EXPECT_LE(std::accumulate(slice.topic_s.begin(), slice.topic_s.end(), 0.0),
                (slice.end_s - slice.begin_s) * (1 + 1e-5));
    }
    EXPECT_EQ(joined, static_cast<std::uint32_t>(calls));
    EXPECT_NEAR(waiting_s, (calls - 1) * 1e-6, 1e-7);
    EXPECT_NEAR(collective_s, 5e-3, 1e-8);
    EXPECT_TRUE(has_long) << "the long call is a slice of its own";
  }
  EXPECT_LE(count, 2 * budget);
  EXPECT_GT(count, budget / 4);
}

}  // namespace
}  // namespace smpi::record
