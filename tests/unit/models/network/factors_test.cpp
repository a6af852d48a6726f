// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of MODELS 3: the largest threshold strictly below the size counts.
#include "models/network/factors.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi::models {
namespace {

// MODELS 3.1.
TEST(Factors, AStepBeginsAboveItsThreshold) {
  const StepTable table("option", "1000:3;10:2");
  EXPECT_EQ(table.at(10), 1);
  EXPECT_EQ(table.at(11), 2);
  EXPECT_EQ(table.at(1000), 2);
  EXPECT_EQ(table.at(1001), 3);
  EXPECT_EQ(table.smallest(), 1);
}

TEST(Factors, OneNumberHoldsForAllSizes) {
  const StepTable table("option", "0.97");
  EXPECT_EQ(table.at(0), 0.97);
  EXPECT_EQ(table.at(1e12), 0.97);
}

TEST(Factors, MalformedTablesAreErrors) {
  for (const char* text : {"", "x", "1:2;1:3", "1:2:3", "1:-2", "-1", "1:2;3"}) {
    EXPECT_THROW(StepTable("option", text), kernel::InputError) << text;
  }
}

}  // namespace
}  // namespace smpi::models
