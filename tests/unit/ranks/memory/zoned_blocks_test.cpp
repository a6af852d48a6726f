// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks with shared zones: what is shared and what is private, in new blocks and in those laid
// over old ones.
#include "libsmpi/ranks/memory/zoned_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace smpi::memory {
namespace {

constexpr std::size_t page = 4096;

char& byte_of(Address begin, std::size_t page_index) {
  return *reinterpret_cast<char*>(begin + page_index * page);
}

// Is page number `index` of the zones' file, the first of a zone, seen in both?
bool is_shared(Address a, Address b, std::size_t index) {
  byte_of(a, index) = 1;
  byte_of(b, index) = 2;
  return byte_of(a, index) == 2;
}

TEST(ZonedBlocks, SharesZonesAndNothingElse) {
  ZonedBlocks blocks("");
  const std::vector<AddressRange> zones{{2 * page, 6 * page}};
  const Address a = blocks.allocate(0, 8 * page, zones);
  const Address b = blocks.allocate(1, 8 * page, zones);
  ASSERT_NE(a, 0U);
  ASSERT_NE(b, 0U);
  for (std::size_t index = 0; index < 8; index++) {
    EXPECT_EQ(is_shared(a, b, index), index >= 2 && index < 6) << index;
  }
  blocks.free(0, a);
  blocks.free(1, b);
}

// A shrinking panel: the private tail stays where it was, so nothing is mapped.
TEST(ZonedBlocks, TakesTheKeptBlockOfTheRankAgain) {
  ZonedBlocks blocks("");
  const std::vector<AddressRange> zones{{0, 14 * page}};
  const Address first = blocks.allocate(3, 16 * page, zones);
  byte_of(first, 15) = 7;
  blocks.free(3, first);
  EXPECT_EQ(blocks.kept_count(), 1U);
  EXPECT_NE(blocks.allocate(4, 16 * page, zones), first);
  const std::vector<AddressRange> fewer{{0, 10 * page}};
  const Address second = blocks.allocate(3, 12 * page, fewer);
  EXPECT_EQ(second, first + 4 * page);
  EXPECT_EQ(byte_of(second, 11), 7);
  EXPECT_EQ(blocks.kept_count(), 0U);
  // Too small for the next one, and too large for a page.
  blocks.free(3, second);
  EXPECT_NE(blocks.allocate(3, 17 * page, {}), first);
  blocks.allocate(3, page, {});
  EXPECT_EQ(blocks.kept_count(), 1U);
}

TEST(ZonedBlocks, KeepsFewBlocksOfARank) {
  ZonedBlocks blocks("");
  std::vector<Address> made;
  for (int i = 0; i < 10; i++) made.push_back(blocks.allocate(0, 2 * page, {}));
  for (const Address begin : made) blocks.free(0, begin);
  EXPECT_EQ(blocks.kept_count(), 4U);
}

// Six thousand ranks with a block each, freed and allocated again: nothing is unmapped between.
TEST(ZonedBlocks, KeepsAsManyBlocksAsWereInUse) {
  constexpr std::size_t ranks = 6000;
  ZonedBlocks blocks("");
  const std::vector<AddressRange> zones{{0, page}};
  std::vector<Address> made;
  for (std::size_t rank = 0; rank < ranks; rank++) {
    made.push_back(blocks.allocate(rank, 2 * page, zones));
  }
  for (std::size_t rank = 0; rank < ranks; rank++) blocks.free(rank, made[rank]);
  EXPECT_EQ(blocks.kept_count(), ranks);
  for (std::size_t rank = 0; rank < ranks; rank++) {
    ASSERT_EQ(blocks.allocate(rank, 2 * page, zones), made[rank]) << rank;
  }
  for (std::size_t rank = 0; rank < ranks; rank++) blocks.free(rank, made[rank]);
  // Others that come one after the other keep no more.
  for (std::size_t rank = ranks; rank < 2 * ranks; rank++) {
    blocks.free(rank, blocks.allocate(rank, 2 * page, zones));
    ASSERT_LE(blocks.kept_count(), ranks);
  }
}

// A block that is laid out in the same way keeps what the program wrote to its private part a
// while, not for ever.
TEST(ZonedBlocks, GivesPrivatePagesBackAfterSomeUses) {
  ZonedBlocks blocks("");
  const std::vector<AddressRange> zones{{0, page}};
  const auto uses_of = [&](std::size_t step_pages) {
    Address begin = blocks.allocate(0, 64 * page, zones);
    byte_of(begin, 1) = 7;
    for (unsigned use = 1;; use++) {
      blocks.free(0, begin);
      begin = blocks.allocate(0, (64 - use % 2 * step_pages) * page, zones);
      if (byte_of(begin, 1) == 7) continue;
      blocks.free(0, begin);
      return use;
    }
  };
  EXPECT_EQ(uses_of(0), 16U);
  EXPECT_LE(uses_of(2), 5U);
}

// Whatever was there before, a block has just the zones that were asked for.
TEST(ZonedBlocks, RandomBlocksAreSharedWhereTheyShouldBe) {
  std::mt19937 random(1);
  const auto pick = [&](std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random);
  };
  ZonedBlocks blocks("");
  for (int step = 0; step < 2000; step++) {
    const std::size_t pages = pick(1, 24);
    std::vector<AddressRange> zones;
    for (std::size_t at = pick(0, 4); at < pages; at += pick(1, 5)) {
      const std::size_t end = std::min(pages, at + pick(1, 8));
      zones.push_back({at * page, end * page});
      at = end;
    }
    const std::size_t owner = pick(0, 1);
    const Address begin = blocks.allocate(owner, pages * page, zones);
    ASSERT_NE(begin, 0U);
    // All pages of zones are pages of the file, of which another block has all.
    const std::vector<AddressRange> all{{0, 64 * page}};
    const Address whole = blocks.allocate(2, 64 * page, all);
    for (std::size_t index = 0; index < pages; index++) {
      const Address address = begin + index * page;
      const bool is_in_zone = std::ranges::any_of(zones, [&](AddressRange zone) {
        return begin + zone.begin <= address && address < begin + zone.end;
      });
      for (std::size_t other = 0; other < 64; other++) byte_of(whole, other) = 1;
      byte_of(begin, index) = 2;
      bool is_seen = false;
      for (std::size_t other = 0; other < 64; other++) is_seen |= byte_of(whole, other) == 2;
      ASSERT_EQ(is_seen, is_in_zone) << "step " << step << " page " << index;
    }
    blocks.free(2, whole);
    blocks.free(owner, begin);
  }
}

}  // namespace
}  // namespace smpi::memory
