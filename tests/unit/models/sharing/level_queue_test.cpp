// SPDX-License-Identifier: BSD-3-Clause
//
// The queue of the max-min filling gives its keys in order of level, whatever comes in between.
#include "models/sharing/level_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(LevelQueue, IsEmptyAtFirst) {
  LevelQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.lowest(), infinity);
}

TEST(LevelQueue, GivesTheLowestFirst) {
  LevelQueue queue;
  queue.push({3.0, 1, false});
  queue.push({infinity, 4, false});
  queue.push({0.0, 2, true});
  queue.push({1e-300, 3, false});
  for (const LinkId expected : {2U, 3U, 1U, 4U}) EXPECT_EQ(queue.pop().link, expected);
  EXPECT_TRUE(queue.empty());
}

TEST(LevelQueue, AKeyBelowTheReachedLevelIsNext) {
  LevelQueue queue;
  queue.push({5.0, 1, false});
  queue.push({6.0, 2, false});
  EXPECT_EQ(queue.pop().link, 1U);
  queue.push({4.0, 3, false});
  EXPECT_EQ(queue.lowest(), 5.0);
  EXPECT_EQ(queue.pop().link, 3U);
  EXPECT_EQ(queue.pop().link, 2U);
}

TEST(LevelQueue, StartsAtZeroAgainWhenCleared) {
  LevelQueue queue;
  queue.push({5.0, 1, false});
  queue.push({7.0, 2, false});
  queue.pop();
  queue.clear();
  EXPECT_TRUE(queue.empty());
  queue.push({2.0, 3, false});
  queue.push({1.0, 4, false});
  EXPECT_EQ(queue.lowest(), 1.0);
  EXPECT_EQ(queue.pop().link, 4U);
}

// Pushes at or above the level reached, looks and takes, against a binary heap.
TEST(LevelQueue, AgreesWithABinaryHeap) {
  std::mt19937_64 random(7);
  LevelQueue queue;
  for (int round = 0; round < 300; round++) {
    std::priority_queue<double, std::vector<double>, std::greater<>> expected;
    double reached = 0;
    const unsigned distinct = 1 + random() % 1000;  // few levels in some rounds
    for (int step = 0; step < 400; step++) {
      if (expected.empty() || random() % 3 != 0) {
        const double scale = random() % 4 == 0 ? 1e9 : 1.0;
        const double level = reached + scale * static_cast<double>(random() % distinct);
        queue.push({level, 0, false});
        expected.push(level);
      } else {
        reached = expected.top();
        expected.pop();
        ASSERT_EQ(queue.lowest(), reached);
        ASSERT_EQ(queue.pop().level, reached);
      }
      if (random() % 2 == 0) {
        ASSERT_EQ(queue.lowest(), expected.empty() ? infinity : expected.top());
      }
    }
    queue.clear();
  }
}

// Equal levels come out in the order in which they went in, however many keys there are: the queue
// changes from an array to buckets on the way. Keys below the level reached count as equal to it.
TEST(LevelQueue, TakesTheOldestOfEqualLevels) {
  std::mt19937_64 random(11);
  LevelQueue queue;
  for (int round = 0; round < 300; round++) {
    std::map<std::pair<double, LinkId>, double> expected;  // by level that counts and number
    double reached = 0;
    const unsigned keys_max = 1 + random() % 80;
    for (LinkId number = 0; number < 200; number++) {
      if (expected.size() < keys_max && random() % 2 == 0) {
        const double level = std::max(reached - 2, 0.0) + static_cast<double>(random() % 8);
        queue.push({level, number, false});
        expected[{std::max(level, reached), number}] = level;
      } else if (!expected.empty()) {
        const auto [at, level] = *expected.begin();
        reached = at.first;
        ASSERT_EQ(queue.lowest(), reached);
        const LevelQueue::Key key = queue.pop();
        ASSERT_EQ(key.link, at.second);
        ASSERT_EQ(key.level, level);
        expected.erase(expected.begin());
      }
    }
    queue.clear();
  }
}

}  // namespace
}  // namespace smpi::models
