// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of software overheads against MODELS 3.2, at and around their thresholds.
#include "libsmpi/requests/overheads.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi::p2p {
namespace {

// MODELS 3.2: 1 + s / 4 from 0 on, 2 + s / 2 from 100 on.
TEST(Overheads, AreAffineInTheSize) {
  const OverheadTable table("option", "100:2:0.5;0:1:0.25");
  EXPECT_EQ(table.seconds(1), 1.25);
  EXPECT_EQ(table.seconds(100), 1 + 25);
  EXPECT_EQ(table.seconds(200), 2 + 100);
  EXPECT_FALSE(table.is_zero());
}

// The first segment, 1 + s / 4 from 100 on, holds for what is smaller, empty messages as well.
TEST(Overheads, TheFirstSegmentHoldsBelowItsThreshold) {
  const OverheadTable from_100("option", "1000:5:0;100:1:0.25");
  EXPECT_EQ(from_100.seconds(0), 1);
  EXPECT_EQ(from_100.seconds(8), 3);
  EXPECT_EQ(from_100.seconds(100), 26);
  EXPECT_EQ(from_100.seconds(1001), 5);
  EXPECT_EQ(OverheadTable("option", "0:3:0").seconds(0), 3);
}

// 10 - s from 4 on is -10 at 20, and -1 + s from 4 on would be -1 at 0.
TEST(Overheads, AreNeverNegative) {
  EXPECT_EQ(OverheadTable("option", "4:10:-1").seconds(20), 0);
  EXPECT_EQ(OverheadTable("option", "4:-1:1").seconds(0), 0);
}

// SimGrid's default of smpi/os has two zeros more than the three numbers that count.
TEST(Overheads, TheDefaultIsZero) {
  for (const char* text : {"", "0:0:0", "0:0:0:0:0", "100:0:0;0:0:0"}) {
    const OverheadTable table("option", text);
    EXPECT_TRUE(table.is_zero()) << text;
    EXPECT_EQ(table.seconds(1e6), 0) << text;
  }
}

TEST(Overheads, MalformedTablesAreErrors) {
  for (const char* text : {"x", "1:x", "1:2:3:4", "0:0:0:0:x", "0:inf", "0:-1:0", "1000:1:-1"}) {
    EXPECT_THROW(OverheadTable("option", text), kernel::InputError) << text;
  }
}

}  // namespace
}  // namespace smpi::p2p
