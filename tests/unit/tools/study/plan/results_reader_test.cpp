// SPDX-License-Identifier: BSD-3-Clause
//
// Units of the summary's numbers: as its documentation says, key by key.
#include "tools/study/plan/results_reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

namespace smpi::study {
namespace {

// Rows of docs/summary.md: | `key` | unit | meaning |. Names of classes and phases are any; lists
// are no results.
TEST(StudyResults, UnitsAreThoseOfTheSummary) {
  std::ifstream document(SMPI_SUMMARY_DOCUMENT);
  const std::regex row(R"(\| `([^`]+)` \| ([^|]*?) ?\| .*)");
  int with_unit = 0;
  for (std::string line; std::getline(document, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    std::string key = match[1];
    if (key.find("[]") != std::string::npos) continue;
    if (key.ends_with(".*")) key.replace(key.size() - 1, 1, "solver");
    EXPECT_EQ(summary_unit(key), match[2].str()) << line;
    with_unit += match[2].length() > 0 ? 1 : 0;
  }
  EXPECT_GT(with_unit, 20);
}

}  // namespace
}  // namespace smpi::study
