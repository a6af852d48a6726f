// SPDX-License-Identifier: BSD-3-Clause
//
// A released stack keeps what lies at its top (64 KiB) and gives the rest back to the system when
// something was there: given back, memory reads as zero.
#include "kernel/stack_pool.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace smpi::kernel {
namespace {

constexpr std::size_t stack_bytes = 1U << 20;

TEST(StackPool, StackThatWentDeepGivesItsDepthBack) {
  StackPool pool(stack_bytes);
  std::byte* stack = pool.acquire();
  std::memset(stack + 4096, 1, stack_bytes - 4096);
  pool.release(stack);
  ASSERT_EQ(pool.acquire(), stack);
  EXPECT_EQ(stack[stack_bytes / 2], std::byte{0});
  EXPECT_EQ(stack[stack_bytes - 1], std::byte{1});
}

// 70 KiB deep: the first page below what is kept shows it.
TEST(StackPool, StackJustBelowItsTopGivesItsDepthBack) {
  StackPool pool(stack_bytes);
  std::byte* stack = pool.acquire();
  std::byte* deepest = stack + stack_bytes - 70 * 1024;
  std::memset(deepest, 1, 70 * 1024);
  pool.release(stack);
  ASSERT_EQ(pool.acquire(), stack);
  EXPECT_EQ(*deepest, std::byte{0});
}

TEST(StackPool, ShallowStackIsReusedAsItIs) {
  StackPool pool(stack_bytes);
  std::byte* stack = pool.acquire();
  std::byte* top = stack + stack_bytes - 1024;
  std::memset(top, 1, 1024);
  pool.release(stack);
  ASSERT_EQ(pool.acquire(), stack);
  EXPECT_EQ(*top, std::byte{1});
}

TEST(StackPool, GuardPageIsRecognised) {
  StackPool pool(stack_bytes);
  std::byte* stack = pool.acquire();
  EXPECT_TRUE(pool.is_guard(stack - 1));
  EXPECT_TRUE(pool.is_guard(stack - 500000));  // a large frame that skips pages
  EXPECT_FALSE(pool.is_guard(stack));
  EXPECT_FALSE(pool.is_guard(stack + stack_bytes - 1));
}

// Too many for guards that are mappings: where the system cannot mark pages, a canary remains.
TEST(StackPool, EachOfManyStacksHasItsGuard) {
  constexpr std::size_t small_bytes = 16 * 1024;
  StackPool pool(small_bytes);
  std::byte* last = nullptr;
  for (int i = 0; i < 8192 + 64; i++) last = pool.acquire();
  EXPECT_TRUE(pool.is_guard(last - 1));
  constexpr int guard_install = 102;  // MADV_GUARD_INSTALL
  std::vector<std::byte> page(2 * 4096);
  auto* aligned =
      reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(page.data()) + 4095) / 4096 * 4096);
  if (madvise(aligned, 0, guard_install) != 0) GTEST_SKIP() << "Linux before 6.13";
  EXPECT_DEATH(*last = *(last - 1), "");
}

}  // namespace
}  // namespace smpi::kernel
