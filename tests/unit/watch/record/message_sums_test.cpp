// SPDX-License-Identifier: BSD-3-Clause
//
// Classes of sizes: 0, up to 16, then bounds that grow by four.
#include "libsmpi/watch/record/message_sums.h"

#include <gtest/gtest.h>

namespace smpi::record {
namespace {

TEST(MessageSums, AClassHoldsItsBound) {
  EXPECT_EQ(MessageSums::class_of(0), 0U);
  EXPECT_EQ(MessageSums::class_of(1), 1U);
  for (std::size_t i = 1; i + 2 < MessageSums::class_count; i++) {
    const std::uint64_t bound = MessageSums::bound_bytes(i);
    EXPECT_EQ(MessageSums::class_of(bound), i) << bound;
    EXPECT_EQ(MessageSums::class_of(bound + 1), i + 1) << bound;
  }
  EXPECT_EQ(MessageSums::bound_bytes(1), 16U);
  EXPECT_EQ(MessageSums::bound_bytes(2), 64U);
  EXPECT_EQ(MessageSums::class_of(UINT64_MAX), MessageSums::class_count - 1);
}

// 3 -> 1: 10 and 20 bytes; 0 -> 2: none.
TEST(MessageSums, PairsAreSortedAndSummed) {
  MessageSums sums;
  sums.add(3, 1, 10);
  sums.add(0, 2, 0);
  sums.add(3, 1, 20);
  const auto pairs = sums.pairs();
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].source, 0U);
  EXPECT_EQ(pairs[1].source, 3U);
  EXPECT_EQ(pairs[1].sum.messages, 2U);
  EXPECT_EQ(pairs[1].sum.bytes, 30U);
  EXPECT_EQ(sums.total().messages, 3U);
  EXPECT_EQ(sums.by_size()[0], 1U);
  EXPECT_EQ(sums.by_size()[1], 1U);
  EXPECT_EQ(sums.by_size()[2], 1U);
}

}  // namespace
}  // namespace smpi::record
