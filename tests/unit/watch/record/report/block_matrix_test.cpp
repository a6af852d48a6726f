// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix of four by four fields, which more members than that have to share.
#include "libsmpi/watch/record/report/block_matrix.h"

#include <gtest/gtest.h>

namespace smpi::record {
namespace {

TEST(BlockMatrix, IsExactWhileThereIsRoom) {
  BlockMatrix matrix(4);
  matrix.add(3, 0, 10);
  matrix.add(3, 0, 0);
  EXPECT_EQ(matrix.block_size(), 1U);
  EXPECT_EQ(matrix.cell(3, 0).bytes, 10U);
  EXPECT_EQ(matrix.cell(3, 0).messages, 2U);
  EXPECT_EQ(matrix.cell(0, 3).messages, 0U);
}

// Members 0 to 19 need blocks of 8 where a side has 4 fields.
TEST(BlockMatrix, JoinsNeighboursWhenMembersAreMany) {
  BlockMatrix matrix(4);
  for (std::uint32_t member = 0; member < 20; member++) matrix.add(member, 19 - member, member);
  EXPECT_EQ(matrix.block_size(), 8U);
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  for (std::uint32_t row = 0; row < 4; row++) {
    for (std::uint32_t column = 0; column < 4; column++) {
      bytes += matrix.cell(row, column).bytes;
      messages += matrix.cell(row, column).messages;
    }
  }
  EXPECT_EQ(bytes, 190U);
  EXPECT_EQ(messages, 20U);
  EXPECT_EQ(matrix.cell(0, 2).messages, 4U);  // 0 to 3 send to 19 to 16
  EXPECT_EQ(matrix.cell(0, 1).messages, 4U);  // 4 to 7 send to 15 to 12
  EXPECT_EQ(matrix.cell(2, 0).bytes, 16U + 17 + 18 + 19);
}

}  // namespace
}  // namespace smpi::record
