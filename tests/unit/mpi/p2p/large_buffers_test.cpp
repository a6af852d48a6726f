// SPDX-License-Identifier: BSD-3-Clause
//
// Random acquiring and releasing: buffers that are in use do not overlap, free ones come again, and
// what many free buffers held is the system's again.
#include "libsmpi/mpi/p2p/large_buffers.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace smpi::p2p {
namespace {

constexpr std::size_t kibi = 1024, mebi = 1024 * kibi;

std::size_t resident_bytes(std::byte* begin, std::size_t size_bytes) {
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size_bytes + page_bytes - 1) / page_bytes);
  EXPECT_EQ(mincore(begin, size_bytes, pages.data()), 0);
  std::size_t count = 0;
  for (const unsigned char page : pages) count += page & 1U;
  return count * page_bytes;
}

TEST(LargeBuffers, BuffersInUseDoNotOverlap) {
  LargeBuffers buffers;
  std::mt19937 random(7);
  std::uniform_int_distribution<std::size_t> size(128 * kibi + 1, 9 * mebi);
  std::map<std::uintptr_t, std::size_t> used;
  for (int turn = 0; turn < 20000; turn++) {
    if (used.size() < 300 && random() % 5 < 3) {
      const std::size_t size_bytes = size(random);
      std::byte* const buffer = buffers.acquire(size_bytes);
      const auto begin = reinterpret_cast<std::uintptr_t>(buffer);
      const auto after = used.lower_bound(begin);
      if (after != used.end()) {
        ASSERT_LE(begin + size_bytes, after->first);
      }
      if (after != used.begin()) {
        const auto before = std::prev(after);
        ASSERT_LE(before->first + before->second, begin);
      }
      used[begin] = size_bytes;
      buffer[0] = buffer[size_bytes - 1] = std::byte{1};
    } else if (!used.empty()) {
      const auto gone = std::next(used.begin(), static_cast<long>(random() % used.size()));
      buffers.release(reinterpret_cast<std::byte*>(gone->first), gone->second);
      used.erase(gone);
    }
  }
}

TEST(LargeBuffers, FreeBuffersComeAgain) {
  LargeBuffers buffers;
  std::byte* const first = buffers.acquire(200 * kibi);
  std::byte* const second = buffers.acquire(200 * kibi);
  buffers.release(first, 200 * kibi);
  EXPECT_EQ(buffers.acquire(199 * kibi), first);
  buffers.release(second, 200 * kibi);
  EXPECT_NE(buffers.acquire(150 * kibi), second) << "of a smaller size";
}

TEST(LargeBuffers, ReservedIsNotUsed) {
  LargeBuffers buffers;
  std::byte* const buffer = buffers.acquire(512 * mebi);
  EXPECT_EQ(resident_bytes(buffer, 512 * mebi), 0U);
  buffer[100 * mebi] = std::byte{1};
  EXPECT_LE(resident_bytes(buffer, 512 * mebi), 64 * kibi);
  buffers.release(buffer, 512 * mebi);
}

TEST(LargeBuffers, ManyFreeBuffersHoldNoMemory) {
  LargeBuffers buffers;
  constexpr std::size_t count = 100, size_bytes = 4 * mebi;
  std::vector<std::byte*> all;
  for (std::size_t i = 0; i < count; i++) {
    all.push_back(buffers.acquire(size_bytes));
    std::memset(all.back(), 1, size_bytes);
  }
  for (std::byte* buffer : all) buffers.release(buffer, size_bytes);
  std::size_t held_bytes = 0;
  for (std::byte* buffer : all) held_bytes += resident_bytes(buffer, size_bytes);
  EXPECT_EQ(held_bytes, LargeBuffers::kept_bytes_max);
  // Those that hold none come first; when they are used, those that hold some are as before.
  for (std::size_t i = 0; i < count; i++) all[i] = buffers.acquire(size_bytes);
  for (std::byte* buffer : all) buffers.release(buffer, size_bytes);
  held_bytes = 0;
  for (std::byte* buffer : all) held_bytes += resident_bytes(buffer, size_bytes);
  EXPECT_LE(held_bytes, LargeBuffers::kept_bytes_max);
}

}  // namespace
}  // namespace smpi::p2p
