// SPDX-License-Identifier: BSD-3-Clause
//
// Where calls take no time, or messages either: rows stay disjoint, arrows stay inside calls.
#include "libsmpi/watch/record/timeline/chrome_trace.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/watch/record/timeline/stream.h"

namespace smpi::record {
namespace {

// Tenths of nanoseconds.
long units_of(const nlohmann::json& microseconds) {
  return std::lround(microseconds.get<double>() * 1e4);
}

// Three sends at 1 us that take no time, so the third begins 2 ns later; a receive of the third
// that is complete at 1 us: its arrow may not end before it begins.
TEST(ChromeTrace, ArrowsDoNotGoBack) {
  const std::string path = temporary_file("chrome.json");
  TwoRanks ranks;
  ChromeTrace trace(path);
  for (const Lane& lane : ranks.lanes) trace.add_lane(lane);
  for (const std::uint64_t serial : {1, 2, 3}) ranks.post(trace, serial, 1e-6);
  ranks.take(trace, 3, 1e-6, 1e-6, 1e-6);
  EXPECT_FALSE(std::filesystem::exists(path));
  trace.close(1e-6, {1, 2});
  const nlohmann::json events = nlohmann::json::parse(content_of(path))["traceEvents"];
  std::vector<std::pair<long, long>> sends;
  std::pair<long, long> receive;
  long start = 0;
  long finish = 0;
  for (const nlohmann::json& event : events) {
    const std::string kind = event["ph"];
    if (kind == "M") continue;
    const long time = units_of(event["ts"]);
    if (kind == "s") start = time;
    if (kind == "f") finish = time;
    if (kind != "X") continue;
    EXPECT_EQ(event["cat"], "mpi,point-to-point");
    const std::pair call(time, time + units_of(event["dur"]));
    if (event["tid"] == 0) sends.push_back(call);
    if (event["tid"] == 1) receive = call;
  }
  ASSERT_EQ(sends.size(), 3U);
  EXPECT_EQ(sends[0].first, 10000);
  for (std::size_t i = 0; i + 1 < 3; i++) EXPECT_LE(sends[i].second, sends[i + 1].first);
  EXPECT_LT(sends[2].first, start);
  EXPECT_LT(start, sends[2].second);
  EXPECT_LE(start, finish);
  EXPECT_LT(receive.first, finish);
  EXPECT_LT(finish, receive.second);
}

TEST(ChromeTrace, NamesAreQuoted) {
  const std::string path = temporary_file("quoted.json");
  TwoRanks ranks;
  ranks.lanes[0].host_name = "a\"b\\c";
  ChromeTrace trace(path);
  trace.add_lane(ranks.lanes[0]);
  trace.close(0, {});
  const nlohmann::json events = nlohmann::json::parse(content_of(path))["traceEvents"];
  EXPECT_EQ(events[0]["args"]["name"], "a\"b\\c");
}

// Whoever ends before close() leaves nothing.
TEST(ChromeTrace, NothingIsLeftBehind) {
  const std::string path = temporary_file("unfinished.json");
  TwoRanks ranks;
  {
    ChromeTrace trace(path);
    for (const Lane& lane : ranks.lanes) trace.add_lane(lane);
    for (std::uint64_t serial = 1; serial < 2000; serial++) ranks.post(trace, serial, 1e-6);
    EXPECT_GT(trace.size_bytes(), 100000U);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace smpi::record
