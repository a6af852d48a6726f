// SPDX-License-Identifier: BSD-3-Clause
//
// Which memory counts as never touched, and that copying it leaves it so.
#include "libsmpi/mpi/datatype/untouched_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "libsmpi/mpi/datatype/copy_changed.h"
#include "libsmpi/ranks/load/copies/mapping_changes.h"

namespace smpi::datatype {
namespace {

constexpr std::size_t page_count = 32;
constexpr std::size_t size_bytes = page_count * page_bytes;

class Mapping {
 public:
  explicit Mapping(int protection = PROT_READ | PROT_WRITE, int flags = MAP_PRIVATE | MAP_ANONYMOUS,
                   int file = -1)
      : address_(mmap(nullptr, size_bytes, protection, flags, file, 0)) {
    EXPECT_NE(address_, MAP_FAILED);
    load::mapping_change_count++;  // as load/libc/mappings.cpp does
  }
  ~Mapping() { munmap(address_, size_bytes); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::byte* data() const { return static_cast<std::byte*>(address_); }
  std::size_t present_pages() const {
    std::array<unsigned char, page_count> present{};
    EXPECT_EQ(mincore(address_, size_bytes, present.data()), 0);
    std::size_t count = 0;
    for (const unsigned char page : present) count += page & 1U;
    return count;
  }

 private:
  void* address_;
};

// After a refusal the next questions are not asked at all, so one answer says nothing.
bool is_ever_untouched(const Mapping& to, const Mapping& from) {
  for (int i = 0; i < 3000; i++) {
    if (are_untouched(to.data(), from.data(), size_bytes)) return true;
  }
  return false;
}

// PROCMAP_QUERY came with Linux 6.11.
bool kernel_tells() {
  utsname system{};
  uname(&system);
  char* rest = nullptr;
  const long major = std::strtol(system.release, &rest, 10);
  const long minor = std::strtol(rest + 1, nullptr, 10);
  return major > 6 || (major == 6 && minor >= 11);
}

class UntouchedMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!kernel_tells()) GTEST_SKIP() << "this kernel does not tell which pages exist";
  }
};

TEST_F(UntouchedMemory, FreshPrivateMemoryIs) {
  const Mapping to;
  const Mapping from;
  EXPECT_TRUE(is_ever_untouched(to, from));
}

TEST_F(UntouchedMemory, OneTouchedPageOfEitherSideIsEnough) {
  const Mapping to;
  const Mapping from;
  from.data()[size_bytes - 1] = std::byte{1};
  EXPECT_FALSE(is_ever_untouched(to, from));
  EXPECT_FALSE(is_ever_untouched(from, to));
}

TEST_F(UntouchedMemory, MemoryOfAFileIsNot) {
  const int file = memfd_create("content", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(file, size_bytes), 0);
  ASSERT_EQ(pwrite(file, "x", 1, 5), 1);
  const Mapping plain;
  const Mapping content(PROT_READ | PROT_WRITE, MAP_PRIVATE, file);
  const Mapping shared(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS);
  EXPECT_FALSE(is_ever_untouched(plain, content));
  EXPECT_FALSE(is_ever_untouched(plain, shared));
  close(file);
}

TEST_F(UntouchedMemory, MemoryThatACopyCouldNotUseIsNot) {
  const Mapping plain;
  const Mapping read_only(PROT_READ);
  const Mapping closed(PROT_NONE);
  EXPECT_TRUE(is_ever_untouched(plain, read_only));
  EXPECT_FALSE(is_ever_untouched(read_only, plain));
  EXPECT_FALSE(is_ever_untouched(plain, closed));
}

TEST_F(UntouchedMemory, CopyingItLeavesItUntouched) {
  const Mapping to;
  const Mapping from;
  ASSERT_TRUE(is_ever_untouched(to, from));
  copy_changed(to.data() + 100, from.data() + 100, size_bytes - 100);
  EXPECT_LE(to.present_pages(), 1U);
  EXPECT_LE(from.present_pages(), 1U);
}

TEST_F(UntouchedMemory, WhatIsWrittenLaterIsCopied) {
  const Mapping to;
  const Mapping from;
  ASSERT_TRUE(is_ever_untouched(to, from));
  copy_changed(to.data(), from.data(), size_bytes);
  from.data()[page_bytes + 17] = std::byte{42};
  copy_changed(to.data(), from.data(), size_bytes);
  EXPECT_EQ(to.data()[page_bytes + 17], std::byte{42});
}

TEST_F(UntouchedMemory, WhatIsKnownIsForgottenWhenAMappingChanges) {
  const Mapping to;
  const Mapping from;
  ASSERT_TRUE(is_ever_untouched(to, from));
  const int file = memfd_create("content", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(file, size_bytes), 0);
  ASSERT_EQ(pwrite(file, "x", 1, 5), 1);
  ASSERT_TRUE(is_ever_untouched(to, from));
  void* over = mmap(from.data(), size_bytes, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
  ASSERT_EQ(over, from.data());
  load::mapping_change_count++;
  EXPECT_FALSE(is_ever_untouched(to, from));
  close(file);
}

// Once its answers last, a look takes in what lies behind pages that exist.
TEST_F(UntouchedMemory, ALookGoesBeyondTouchedPages) {
  const Mapping to;
  const Mapping from;
  Mapping other;
  constexpr std::size_t part = 4 * page_bytes;
  constexpr std::size_t touched = 6 * page_bytes;
  constexpr std::size_t behind = 10 * page_bytes;
  to.data()[touched] = from.data()[touched] = std::byte{1};
  to.data()[size_bytes - 1] = from.data()[size_bytes - 1] = std::byte{1};
  ASSERT_TRUE(is_ever_untouched(other, other));
  const auto is_known = [&](std::size_t offset) {
    return is_known_untouched(to.data() + offset, part) &&
           is_known_untouched(from.data() + offset, part);
  };

  load::mapping_change_count++;
  ASSERT_TRUE(are_untouched(to.data(), from.data(), part));
  EXPECT_TRUE(is_known(0));
  for (int i = 0; i < 100; i++) ASSERT_TRUE(are_untouched(to.data(), from.data(), part));
  load::mapping_change_count++;
  ASSERT_TRUE(are_untouched(to.data(), from.data(), part));
  EXPECT_TRUE(is_known(0));
  EXPECT_TRUE(is_known(behind));
  EXPECT_FALSE(is_known(touched - page_bytes));
  EXPECT_FALSE(is_known(size_bytes - part));
  EXPECT_TRUE(are_untouched(to.data() + behind, from.data() + behind, part));
}

// The messages of a buffer begin behind the header of its block and share pages with each other.
// Only the pages that hold something are touched, whatever goes where.
TEST_F(UntouchedMemory, NeighboursLeaveTheirCommonPagesUntouched) {
  const Mapping to;
  const Mapping from;
  constexpr std::size_t header = 16;
  constexpr std::size_t half = size_bytes / 2 - page_bytes;
  ASSERT_TRUE(is_ever_untouched(to, from));  // else it would ask seldom
  to.data()[0] = from.data()[0] = std::byte{1};
  const auto copy = [&](std::size_t to_half, std::size_t from_half) {
    copy_changed(to.data() + header + to_half * half, from.data() + header + from_half * half,
                 half);
  };
  for (const std::size_t to_half : {0U, 1U}) {
    for (const std::size_t from_half : {0U, 1U}) copy(to_half, from_half);
  }
  EXPECT_EQ(to.present_pages(), 1U);
  EXPECT_EQ(from.present_pages(), 1U);
}

// One end of what is copied lies in a touched page on one side only.
TEST_F(UntouchedMemory, EndsWithContentAreCopied) {
  const Mapping to;
  const Mapping from;
  constexpr std::size_t first = 200;
  constexpr std::size_t size = size_bytes - 2 * first;
  ASSERT_TRUE(is_ever_untouched(to, from));
  from.data()[first] = from.data()[first + size - 1] = std::byte{7};
  copy_changed(to.data() + first, from.data() + first, size);
  EXPECT_EQ(to.data()[first], std::byte{7});
  EXPECT_EQ(to.data()[first + size - 1], std::byte{7});
  EXPECT_EQ(to.data()[0], std::byte{0});
  const Mapping zeros;
  copy_changed(to.data() + first, zeros.data() + first, size);
  EXPECT_EQ(to.data()[first], std::byte{0});
  EXPECT_EQ(to.data()[first + size - 1], std::byte{0});
}

}  // namespace
}  // namespace smpi::datatype
