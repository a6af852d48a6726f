// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers out of what a run wrote.
#include "tools/study/runs/results_of_run.h"

#include <gtest/gtest.h>

namespace smpi::study {
namespace {

const Result time_of_text{.name = "time", .pattern = "time=([^ ]+)"};
const Result energy{.name = "energy", .from = Result::From::summary, .pattern = "energy.total_j"};

TEST(ResultsOfRun, FirstMatchingLineCounts) {
  const FoundValues found = find_values({time_of_text}, "hello\n time=+2.5e-3 s\ntime=3\n", "");
  ASSERT_EQ(found.missing, "");
  EXPECT_EQ(found.values[0].second, 2.5e-3);
}

TEST(ResultsOfRun, KeysOfTheSummaryNameWhatLiesInside) {
  const FoundValues found = find_values({energy}, "", R"({"energy": {"total_j": 12}})");
  ASSERT_EQ(found.missing, "");
  EXPECT_EQ(found.values[0].second, 12);
}

TEST(ResultsOfRun, WhatIsMissingIsNamed) {
  EXPECT_EQ(find_values({time_of_text}, "nothing", "").missing,
            "no line of its output matches 'time'");
  EXPECT_EQ(find_values({time_of_text}, "time=soon", "").missing, "'time' is not a number: 'soon'");
  EXPECT_EQ(find_values({time_of_text}, "time=inf", "").missing, "'time' is not a number: 'inf'");
  for (const char* summary :
       {"", "{", "[]", R"({"energy": 3})", R"({"energy": {"total_j": "x"}})"}) {
    EXPECT_EQ(find_values({energy}, "", summary).missing,
              "its summary has no number 'energy.total_j'")
        << summary;
  }
}

TEST(ResultsOfRun, LongLinesDoNotEndInARecursion) {
  const std::string output(50'000'000, 'x');
  EXPECT_NE(find_values({{.name = "a", .pattern = "(x|y)*z"}}, output, "").missing, "");
}

}  // namespace
}  // namespace smpi::study
