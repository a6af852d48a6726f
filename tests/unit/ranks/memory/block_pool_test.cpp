// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks that are kept and taken again.
#include "libsmpi/ranks/memory/block_pool.h"

#include <gtest/gtest.h>

#include <cstring>

namespace smpi::memory {
namespace {

constexpr std::size_t large_bytes = std::size_t{1} << 20;

TEST(BlockPool, TakesTheSmallestThatIsLargeEnoughAgain) {
  BlockPool pool;
  void* large = pool.allocate(4 * large_bytes);
  void* middle = pool.allocate(2 * large_bytes);
  EXPECT_TRUE(pool.free(large));
  EXPECT_TRUE(pool.free(middle));
  EXPECT_EQ(pool.allocate(2 * large_bytes - 1), middle);
  EXPECT_EQ(pool.size_of(middle), 2 * large_bytes);
  EXPECT_EQ(pool.allocate(3 * large_bytes), large);
}

TEST(BlockPool, LeavesBlocksMuchLargerThanNeeded) {
  BlockPool pool;
  void* large = pool.allocate(8 * large_bytes);
  pool.free(large);
  EXPECT_NE(pool.allocate(large_bytes), large);
}

TEST(BlockPool, KnowsItsBlocks) {
  BlockPool pool;
  char other = 0;
  EXPECT_FALSE(pool.free(&other));
  EXPECT_FALSE(pool.size_of(&other));
  void* block = pool.allocate(1);
  EXPECT_TRUE(pool.free(block));
  EXPECT_FALSE(pool.free(block));
}

// Every fourth use the pages are given back: they are zero again.
TEST(BlockPool, GivesPagesBack) {
  BlockPool pool;
  for (int use = 0; use < 4; use++) {
    void* block = pool.allocate(large_bytes);
    std::memset(block, 7, large_bytes);
    pool.free(block);
  }
  EXPECT_EQ(*static_cast<char*>(pool.allocate(large_bytes)), 0);
}

}  // namespace
}  // namespace smpi::memory
