// SPDX-License-Identifier: BSD-3-Clause
//
// Long copies write the pages that change, and no others: those are read-only here.
#include "libsmpi/mpi/datatype/copy_changed.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <vector>

namespace smpi::datatype {
namespace {

constexpr std::size_t page_count = 8;

class Pages : public testing::Test {
 protected:
  void SetUp() override {
    void* address =
        mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(address, MAP_FAILED);
    target = static_cast<std::byte*>(address);
  }
  void TearDown() override { munmap(target, size_bytes); }
  void forbid(std::size_t page) {
    ASSERT_EQ(mprotect(target + page * page_bytes, page_bytes, PROT_READ), 0);
  }

  static constexpr std::size_t size_bytes = page_count * page_bytes;
  std::byte* target = nullptr;
  std::vector<std::byte> source = std::vector<std::byte>(size_bytes);
};

TEST_F(Pages, EqualPagesAreNotWritten) {
  source[3 * page_bytes + 100] = std::byte{7};
  for (std::size_t page = 0; page < page_count; page++) {
    if (page != 3) forbid(page);
  }
  copy_changed(target, source.data(), size_bytes);
  EXPECT_EQ(std::memcmp(target, source.data(), size_bytes), 0);
}

TEST_F(Pages, AnyStartAndSizeIsCopiedWhole) {
  for (std::size_t start = 0; start < 3 * page_bytes; start += 1021) {
    for (std::size_t size = 0; start + size <= size_bytes; size += 1777) {
      const auto value = static_cast<std::byte>(start + size);
      for (std::size_t i = start; i < start + size; i++)
        source[i] = value ^ static_cast<std::byte>(i);
      std::memset(target, 0x55, size_bytes);
      std::vector<std::byte> expected(target, target + size_bytes);
      std::memcpy(expected.data() + start, source.data() + start, size);
      copy_changed(target + start, source.data() + start, size);
      ASSERT_EQ(std::memcmp(target, expected.data(), size_bytes), 0) << start << ' ' << size;
    }
  }
}

}  // namespace
}  // namespace smpi::datatype
