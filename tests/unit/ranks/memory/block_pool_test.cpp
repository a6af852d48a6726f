// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks that are kept and taken again.
#include "libsmpi/ranks/memory/block_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace smpi::memory {
namespace {

constexpr std::size_t large_bytes = std::size_t{1} << 20;

char* allocated(BlockPool& pool, std::size_t size_bytes) {
  return static_cast<char*>(pool.allocate(size_bytes));
}

TEST(BlockPool, TakesTheSmallestThatIsLargeEnoughAgain) {
  BlockPool pool;
  char* large = allocated(pool, 4 * large_bytes);
  char* middle = allocated(pool, 2 * large_bytes);
  EXPECT_TRUE(pool.free(large));
  EXPECT_TRUE(pool.free(middle));
  EXPECT_EQ(allocated(pool, 2 * large_bytes - 1), middle);
  EXPECT_EQ(pool.size_of(middle), 2 * large_bytes);
  EXPECT_EQ(allocated(pool, 3 * large_bytes), large + large_bytes);
  EXPECT_EQ(pool.size_of(large + large_bytes), 3 * large_bytes);
}

TEST(BlockPool, LeavesBlocksMuchLargerThanNeeded) {
  BlockPool pool;
  char* large = allocated(pool, 8 * large_bytes);
  pool.free(large);
  EXPECT_NE(allocated(pool, large_bytes), large + 7 * large_bytes);
}

// What is written at a fixed distance from the end lies in the page of the last use.
TEST(BlockPool, KeepsTheEndOfShrinkingBlocksInPlace) {
  constexpr std::size_t step_bytes = 128 * 1024;
  BlockPool pool;
  char* const end = allocated(pool, large_bytes) + large_bytes;
  pool.free(end - large_bytes);
  for (std::size_t size_bytes = large_bytes - 100; size_bytes > large_bytes / 2;
       size_bytes -= step_bytes) {
    char* block = allocated(pool, size_bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0U);
    EXPECT_LT(end - (block + size_bytes), 64);
    EXPECT_GE(*pool.size_of(block), size_bytes);
    EXPECT_TRUE(pool.free(block));
  }
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

// Every 32nd use the pages are given back: they are zero again.
TEST(BlockPool, GivesPagesBack) {
  BlockPool pool;
  for (int use = 0; use < 32; use++) {
    void* block = pool.allocate(large_bytes);
    std::memset(block, 7, large_bytes);
    pool.free(block);
  }
  EXPECT_EQ(*static_cast<char*>(pool.allocate(large_bytes)), 0);
}

}  // namespace
}  // namespace smpi::memory
