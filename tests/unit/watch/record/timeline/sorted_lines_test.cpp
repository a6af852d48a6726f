// SPDX-License-Identifier: BSD-3-Clause
//
// Lines come back in the order of time, those of one time in the order in which they were added,
// also when there are more than memory holds.
#include "libsmpi/watch/record/timeline/sorted_lines.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

namespace smpi::record {
namespace {

std::string temporary_file() {
  return (std::filesystem::path(testing::TempDir()) / "sorted_lines").string();
}

TEST(SortedLines, EqualTimesKeepTheirOrder) {
  SortedLines lines(temporary_file(), "timeline");
  lines.add(2, "a\n");
  lines.add(1, "b\n");
  lines.add(2, "c\n");
  lines.add(1, "d\n");
  std::string text;
  lines.for_each([&](std::string_view line) { text += line; });
  EXPECT_EQ(text, "b\nd\na\nc\n");
}

// 50 MB in runs of 16: times 0 to 4999 again and again, a number that grows in each line. Times
// contain the byte of a newline.
TEST(SortedLines, RunsAreMerged) {
  SortedLines lines(temporary_file(), "timeline");
  const std::string filling(90, 'x');
  constexpr int count = 500000;
  for (int i = 0; i < count; i++) {
    lines.add(static_cast<std::uint64_t>(i % 5000),
              fmt::format("{} {} {}\n", i % 5000, i, filling));
  }
  EXPECT_GT(lines.size_bytes(), 48U << 20);
  int seen = 0;
  std::pair last(-1, -1);
  lines.for_each([&](std::string_view line) {
    const std::string text(line);
    char* rest = nullptr;
    const int time = static_cast<int>(strtol(text.c_str(), &rest, 10));
    const std::pair now(time, static_cast<int>(strtol(rest, nullptr, 10)));
    EXPECT_LT(last, now);
    last = now;
    seen++;
  });
  EXPECT_EQ(seen, count);
  EXPECT_FALSE(std::filesystem::exists(temporary_file()));
}

}  // namespace
}  // namespace smpi::record
