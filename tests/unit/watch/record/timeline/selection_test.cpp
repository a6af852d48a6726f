// SPDX-License-Identifier: BSD-3-Clause
//
// Windows and lists of ranks as users write them.
#include "libsmpi/watch/record/timeline/selection.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi::record {
namespace {

Selection select(const char* key, const char* value) {
  kernel::Options options;
  options.declare(timeline_options());
  options.set(key, value);
  return selection_of(options, 10);
}

TEST(Selection, WindowsHaveUnits) {
  const Selection both = select("tracing/window", "1ms,2s");
  EXPECT_DOUBLE_EQ(both.begin_s, 1e-3);
  EXPECT_DOUBLE_EQ(both.end_s, 2);
  const Selection open = select("tracing/window", "3,");
  EXPECT_DOUBLE_EQ(open.begin_s, 3);
  EXPECT_GT(open.end_s, 1e300);
  EXPECT_DOUBLE_EQ(select("tracing/window", ",4us").end_s, 4e-6);
}

TEST(Selection, WrongWindowsAreRefused) {
  for (const char* text : {"1", "2s,1s", "1s,1s", "-1s,1s", "a,b", "1s,2parsec"}) {
    EXPECT_THROW(select("tracing/window", text), kernel::InputError) << text;
  }
}

TEST(Selection, RanksAreNumbersAndRanges) {
  const Selection some = select("tracing/ranks", "0-2,7");
  for (const std::uint32_t rank : {0U, 1U, 2U, 7U}) EXPECT_TRUE(some.shows(rank));
  for (const std::uint32_t rank : {3U, 6U, 8U, 99U}) EXPECT_FALSE(some.shows(rank));
  EXPECT_TRUE(select("tracing/window", "0,1").shows(9));
}

TEST(Selection, WrongRanksAreRefused) {
  for (const char* text : {"10", "3-10", "2-1", "x", "1,,2", "1,", "-1", "0x1"}) {
    EXPECT_THROW(select("tracing/ranks", text), kernel::InputError) << text;
  }
}

TEST(Selection, LimitsAreMegabytes) {
  EXPECT_EQ(select("tracing/size-limit", "1.5").limit_bytes, 1500000U);
  EXPECT_EQ(select("tracing/size-limit", "0").limit_bytes, UINT64_MAX);
  EXPECT_THROW(select("tracing/size-limit", "-1"), kernel::InputError);
}

}  // namespace
}  // namespace smpi::record
