// SPDX-License-Identifier: BSD-3-Clause
//
// Overlaps of many ranges, against looking at all of them.
#include "libsmpi/watch/analyze/interval_index.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace smpi::analysis {
namespace {

using memory::AddressRange;

std::set<std::uint64_t> overlaps(const IntervalIndex& index, AddressRange range) {
  std::set<std::uint64_t> found;
  index.for_each_overlap(range, [&](std::uint64_t id) { found.insert(id); });
  return found;
}

TEST(IntervalIndex, RangesThatTouchDoNotOverlap) {
  IntervalIndex index;
  index.add({100, 200}, 1);
  EXPECT_TRUE(overlaps(index, {50, 100}).empty());
  EXPECT_TRUE(overlaps(index, {200, 300}).empty());
  EXPECT_EQ(overlaps(index, {199, 200}), std::set<std::uint64_t>{1});
  EXPECT_EQ(overlaps(index, {0, 1000}), std::set<std::uint64_t>{1});
}

TEST(IntervalIndex, EqualRangesAreKeptApart) {
  IntervalIndex index;
  index.add({100, 200}, 1);
  index.add({100, 200}, 2);
  index.remove({100, 200}, 1);
  EXPECT_EQ(overlaps(index, {150, 151}), std::set<std::uint64_t>{2});
}

TEST(IntervalIndex, FindsWhatASearchOfAllFinds) {
  std::mt19937 random(7);
  IntervalIndex index;
  std::vector<AddressRange> ranges;
  const auto draw = [&] {
    const memory::Address begin = random() % 5000;
    return AddressRange{begin, begin + 1 + random() % (1U << (random() % 12))};
  };
  for (std::uint64_t id = 0; id < 300; id++) {
    ranges.push_back(draw());
    index.add(ranges.back(), id);
  }
  for (std::uint64_t id = 0; id < 300; id += 3) index.remove(ranges[id], id);
  for (int i = 0; i < 500; i++) {
    const AddressRange asked = draw();
    std::set<std::uint64_t> expected;
    for (std::uint64_t id = 0; id < 300; id++) {
      if (id % 3 != 0 && ranges[id].begin < asked.end && asked.begin < ranges[id].end) {
        expected.insert(id);
      }
    }
    ASSERT_EQ(overlaps(index, asked), expected) << asked.begin << " " << asked.end;
  }
}

}  // namespace
}  // namespace smpi::analysis
