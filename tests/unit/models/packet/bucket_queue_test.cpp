// SPDX-License-Identifier: BSD-3-Clause
//
// Buckets against an ordered set: random pushes and pops come out in the order of the keys,
// whatever the width of a bucket and however far events lie ahead.
#include "models/packet/bucket_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "kernel/random_stream.h"

namespace smpi::models::packet {
namespace {

using Key = std::tuple<Picoseconds, std::uint32_t, std::uint32_t>;

// Like a network: what is pushed lies at or after the last popped time.
void compare(Picoseconds width, Picoseconds reach, std::uint64_t seed) {
  BucketQueue queue(width);
  std::set<Key> expected;
  kernel::RandomStream stream(seed, 0);
  Picoseconds now = 0;
  std::uint32_t number = 0;
  for (int step = 0; step < 20'000; step++) {
    const bool grows = step % 5'000 < 2'500;
    if (draw_below(stream, 8) < (grows ? 5U : 3U)) {
      const auto ahead = static_cast<Picoseconds>(draw_below(
          stream, static_cast<std::size_t>(draw_below(stream, 50) == 0 ? 1000 * reach : reach)));
      const auto rank = static_cast<std::uint32_t>(draw_below(stream, 4));
      queue.push({now + ahead, rank, 0, number, 0});
      expected.insert({now + ahead, rank, number});
      number++;
      continue;
    }
    ASSERT_EQ(queue.size(), expected.size());
    if (expected.empty()) {
      ASSERT_EQ(queue.next_time(), never);
      continue;
    }
    const auto [time, rank, subject] = *expected.begin();
    ASSERT_EQ(queue.next_time(), time);
    const Event event = queue.pop();
    ASSERT_EQ(event.time, time);
    ASSERT_EQ(event.rank, rank);
    ASSERT_EQ(event.subject, subject);
    expected.erase(expected.begin());
    now = time;
  }
}

TEST(BucketQueue, OrderIsThatOfTheKeys) {
  for (const Picoseconds width : {1, 10, 75'000}) {
    for (const Picoseconds reach : {1, 20, 100'000, 1'000'000'000}) {
      SCOPED_TRACE(testing::Message() << "width " << width << ", reach " << reach);
      compare(width, reach, static_cast<std::uint64_t>(width + reach));
    }
  }
}

// All events a time later, in the bucket under way and far beyond the ring: the same order.
TEST(BucketQueue, MovedEventsKeepTheirOrder) {
  constexpr Picoseconds width = 100, delay = 12'345'678;
  BucketQueue queue(width);
  BucketQueue expected(width);
  kernel::RandomStream stream(1, 0);
  for (std::uint32_t i = 0; i < 1000; i++) {
    const auto time = static_cast<Picoseconds>(draw_below(stream, i % 2 == 0 ? 300 : 10'000'000));
    const auto rank = static_cast<std::uint32_t>(draw_below(stream, 3));
    queue.push({time, rank, 0, i, 0});
    expected.push({time + delay, rank, 0, i, 0});
  }
  ASSERT_NE(queue.next_time(), never);
  const Event first = queue.pop();
  queue.push({first.time, 0, 0, 1000, 0});  // late, into the bucket under way
  ASSERT_EQ(expected.next_time(), first.time + delay);
  expected.pop();
  expected.push({first.time + delay, 0, 0, 1000, 0});
  EXPECT_EQ(queue.sorted().size(), queue.size());
  queue.move_later(delay);
  while (expected.next_time() != never) {
    ASSERT_EQ(queue.next_time(), expected.next_time());
    const Event event = queue.pop();
    const Event other = expected.pop();
    ASSERT_EQ(event.rank, other.rank);
    ASSERT_EQ(event.subject, other.subject);
  }
  EXPECT_TRUE(queue.empty());
}

TEST(BucketQueue, UpcomingEventsAreThoseThatComeNext) {
  BucketQueue queue(100);
  for (std::uint32_t i = 0; i < 10; i++) queue.push({200 + i, 0, 0, i, 0});
  EXPECT_EQ(queue.next_time(), 200);
  ASSERT_NE(queue.upcoming(3), nullptr);
  EXPECT_EQ(queue.upcoming(3)->subject, 3U);
  EXPECT_EQ(queue.upcoming(10), nullptr);
}

}  // namespace
}  // namespace smpi::models::packet
