// SPDX-License-Identifier: BSD-3-Clause
//
// RANK:NUMBER=SOURCE,...: what is printed is what is read; anything else is refused.
#include "libsmpi/watch/analyze/matching_choice.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi {
namespace {

TEST(MatchingChoice, ReadsWhatItPrints) {
  const std::vector<MatchingChoice> choices = {{0, 1, 2}, {12, 345, 0}};
  EXPECT_EQ(format_choices(choices), "0:1=2,12:345=0");
  EXPECT_EQ(parse_choices("0:1=2,12:345=0"), choices);
  EXPECT_TRUE(parse_choices("").empty());
}

TEST(MatchingChoice, RefusesOtherTexts) {
  for (const char* text : {"0", "0:1", "0:1=", "0:1=x", "0=1:2", "0:0=1", "0:1=-1", "-1:1=1",
                           "0:1=2;", "0:1=2 ", ":1=2", "0:1=2,,"}) {
    EXPECT_THROW(parse_choices(text), kernel::InputError) << text;
  }
}

}  // namespace
}  // namespace smpi
