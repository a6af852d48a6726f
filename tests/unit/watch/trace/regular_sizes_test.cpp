// SPDX-License-Identifier: BSD-3-Clause
//
// Regular programs take a constant number of bytes, whatever the ranks and time steps. The bars are
// below what ScalaTrace printed: 3.5, 10 and 14 KB for stencils of 1, 2 and 3 dimensions.
// SMPI_LARGE_TRACES=1 adds the large ones (10,000 steps, 4,096 ranks in all forms).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/unit/watch/trace/regular_traces.h"

namespace smpi::trace {
namespace {

bool is_large() {
  return std::getenv("SMPI_LARGE_TRACES") != nullptr;
}

std::size_t stencil_bytes(Word rank_count, int dimensions, int steps) {
  const std::string bytes = compress_made(rank_count, [&](Word rank, const ActionTaker& take) {
    stencil(rank, rank_count, dimensions, steps, take);
  });
  std::printf("%dD stencil, %5ld ranks, %6d steps: %zu bytes\n", dimensions,
              static_cast<long>(rank_count), steps, bytes.size());
  return bytes.size();
}

void expect_constant_size(int dimensions, std::size_t most_bytes) {
  const std::size_t small = stencil_bytes(64, dimensions, 10);
  const std::size_t long_run = stencil_bytes(64, dimensions, is_large() ? 10'000 : 200);
  const std::size_t wide = stencil_bytes(4096, dimensions, 10);
  EXPECT_LE(small, most_bytes);
  EXPECT_LE(long_run, small + 16);
  EXPECT_LE(wide, small + 128);
  EXPECT_LE(wide, most_bytes);
}

TEST(RegularSizes, Stencil1D) {
  expect_constant_size(1, 2048);
}
TEST(RegularSizes, Stencil2D) {
  expect_constant_size(2, 2048);
}
TEST(RegularSizes, Stencil3D) {
  expect_constant_size(3, 4096);
}

TEST(RegularSizes, RecursionIsALoop) {
  const Word ranks = 64;
  const int steps = 100;
  const std::string loop = compress_made(
      ranks, [&](Word rank, const ActionTaker& take) { stencil(rank, ranks, 2, steps, take); });
  const std::string recursion = compress_made(ranks, [&](Word rank, const ActionTaker& take) {
    take(Code::ti_init, {0});
    recursive_steps(rank, stencil_neighbours(rank, ranks, 2, 1), steps, take);
    take(Code::ti_finalize, {});
  });
  EXPECT_EQ(loop, recursion);
}

std::size_t lu_bytes(Word n, int turns, Word width, Word height) {
  LuSkeleton lu(n, turns, width, height);
  const std::string bytes = compress_made(
      width * height, [&](Word rank, const ActionTaker& take) { lu.rank(rank, take); });
  std::printf("LU, n %ld, %d turns, %ld x %ld ranks: %zu bytes\n", static_cast<long>(n), turns,
              static_cast<long>(width), static_cast<long>(height), bytes.size());
  return bytes.size();
}

TEST(RegularSizes, LuSkeleton) {
  const std::size_t small = lu_bytes(33, 10, 4, 4);
  const std::size_t middle = lu_bytes(162, 2, 8, 8);
  const std::size_t longer = lu_bytes(33, is_large() ? 250 : 20, 4, 4);
  const std::size_t wide = lu_bytes(162, 2, is_large() ? 64 : 16, is_large() ? 64 : 16);
  EXPECT_LE(longer, small + (is_large() ? 24 : 16));  // nine kinds of ranks, each with its counts
  for (const std::size_t bytes : {small, middle, longer, wide}) EXPECT_LE(bytes, 6 << 10);
  EXPECT_LE(wide, middle + middle / 4);
}

}  // namespace
}  // namespace smpi::trace
