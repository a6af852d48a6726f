// SPDX-License-Identifier: BSD-3-Clause
//
// What is remembered of buffers equals what a search finds, whatever changed between two questions.
#include "libsmpi/ranks/memory/known_parts.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "libsmpi/ranks/memory/folding.h"

namespace smpi::memory {
namespace {

using Pairs = std::vector<std::pair<Address, Address>>;

Pairs searched(const RankMemory& memory, AddressRange range) {
  Pairs parts;
  memory.for_each_private(range, [&](AddressRange part) {
    if (!parts.empty() && parts.back().second == part.begin) {
      parts.back().second = part.end;
    } else {
      parts.emplace_back(part.begin, part.end);
    }
  });
  return parts;
}

Pairs listed(KnownParts::Parts parts) {
  Pairs pairs;
  for (const AddressRange part : parts) pairs.emplace_back(part.begin, part.end);
  return pairs;
}

// A buffer of 100 without content but for [10, 14): asked twice, searched once.
TEST(KnownParts, AsksOnceBetweenTwoChanges) {
  KnownParts known;
  int searches = 0;
  const auto split = [&](AddressRange, auto&& visit) {
    searches++;
    visit(AddressRange{10, 12});
    visit(AddressRange{12, 14});
  };
  for (int i = 0; i < 2; i++) {
    const auto parts = known.of({0, 100}, 7, split);
    ASSERT_TRUE(parts.has_value());
    EXPECT_EQ(listed(*parts), (Pairs{{10, 14}}));
    EXPECT_EQ(searches, 1);
  }
  EXPECT_TRUE(known.of({0, 100}, 8, split).has_value());
  EXPECT_EQ(searches, 2);
}

TEST(KnownParts, SaysWhenThereAreTooMany) {
  RankMemory memory;
  memory.tracks_phantom = true;
  memory.set_phantom({0, 100});
  for (Address begin = 10; begin < 70; begin += 20) memory.set_content({begin, begin + 4});
  EXPECT_FALSE(memory.private_parts({0, 100}).has_value());
  const auto parts = memory.private_parts({0, 40});
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(listed(*parts), (Pairs{{10, 14}, {30, 34}}));
}

TEST(KnownParts, EqualsASearchWhateverChanges) {
  for (std::uint32_t seed = 0; seed < 200; seed++) {
    std::mt19937 random(seed);
    const auto pick = [&](Address high) {
      return std::uniform_int_distribution<Address>(0, high)(random);
    };
    RankMemory memory;
    memory.tracks_phantom = true;
    if (pick(1) == 1) memory.folded.add({pick(50), 50 + pick(20)});
    for (int step = 0; step < 300; step++) {
      const Address begin = 8 * pick(10);
      const AddressRange range{begin, begin + 8 * (1 + pick(4))};
      if (pick(5) == 0) memory.set_phantom(range);
      if (pick(5) == 0) memory.set_content(range);
      const auto parts = memory.private_parts(range);
      const Pairs expected = searched(memory, range);
      if (parts) {
        ASSERT_EQ(listed(*parts), expected);
      } else {
        ASSERT_GT(expected.size(), 2U);
      }
    }
  }
}

}  // namespace
}  // namespace smpi::memory
