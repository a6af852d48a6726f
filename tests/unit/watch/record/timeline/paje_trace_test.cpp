// SPDX-License-Identifier: BSD-3-Clause
//
// Each link that starts ends, also when messages are lost.
#include "libsmpi/watch/record/timeline/paje_trace.h"

#include <gtest/gtest.h>

#include "kernel/error.h"
#include "tests/unit/watch/record/timeline/stream.h"

namespace smpi::record {
namespace {

std::vector<std::string> lines_with(const std::string& text, const std::string& beginning) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(beginning)) found.push_back(line);
  }
  return found;
}

TEST(PajeTrace, LinksOfLostMessagesAreLeftOut) {
  for (const bool shows_sizes : {false, true}) {
    const std::string path = temporary_file("lost.trace");
    TwoRanks ranks;
    PajeTrace trace(path, {.shows_sizes = shows_sizes});
    for (const Lane& lane : ranks.lanes) trace.add_lane(lane);
    for (const std::uint64_t serial : {1, 2, 3}) ranks.post(trace, serial, 0.5);
    ranks.take(trace, 2, 0.5, 0.25, 1);
    trace.close(2, {1, 3});
    const std::string text = content_of(path);
    const std::string end = shows_sizes ? " 100" : "";
    EXPECT_EQ(lines_with(text, "15 "),
              std::vector<std::string>{"15 0.500000 3 0 PTP 11 0_1_5_2" + end});
    EXPECT_EQ(lines_with(text, "16 "),
              std::vector<std::string>{"16 1.000000 3 0 PTP 12 0_1_5_2" + end});
    EXPECT_EQ(lines_with(text, "12 ").size(), 4U);
    EXPECT_EQ(lines_with(text, "13 ").size(), 4U);
  }
}

TEST(PajeTrace, ComputingIsBetweenCalls) {
  const std::string path = temporary_file("computing.trace");
  TwoRanks ranks;
  PajeTrace trace(path, {.precision = 1, .shows_computing = true});
  trace.add_lane(ranks.lanes[0]);
  ranks.post(trace, 1, 1);
  ranks.post(trace, 2, 2);
  trace.close(3, {1, 2});
  const std::string text = content_of(path);
  EXPECT_EQ(lines_with(text, "12 1.0 2 11 5").size(), 1U);
  EXPECT_EQ(lines_with(text, "13 2.0 2 11").size(), 2U);  // computing, then the call
  EXPECT_EQ(lines_with(text, "12 ").size(), lines_with(text, "13 ").size());
}

TEST(PajeTrace, StreamsAreInsideRanks) {
  const std::string path = temporary_file("streams.trace");
  TwoRanks ranks;
  Lane stream;
  stream.index = 1;
  stream.thread = first_stream_thread;
  stream.device = 0;
  stream.part = "device 0 stream 1";
  const FunctionRecord kernel{.index = 0, .name = "axpy<double>", .work = models::WorkKind::kernel};
  PajeTrace trace(path, {.precision = 1, .shows_computing = true});
  trace.add_lane(ranks.lanes[0]);
  trace.add_lane(stream);
  trace.enter(stream, kernel, 1);
  trace.leave({.lane = &stream, .function = &kernel, .begin_s = 1, .end_s = 2});
  trace.close(3, {});
  const std::string text = content_of(path);
  EXPECT_EQ(lines_with(text, "6 0.0 12 6 11 \"rank-0-device-0-stream-1\"").size(), 1U);
  EXPECT_EQ(lines_with(text, "12 1.0 7 12 ").size(), 1U);
  EXPECT_EQ(lines_with(text, "13 2.0 7 12").size(), 1U);
  EXPECT_NE(text.find(" 7 \"axpy<double>\" "), std::string::npos);
  EXPECT_LT(text.find("7 3.0 6 12"), text.find("7 3.0 1 11"));  // the inner one ends first
}

TEST(PajeTrace, PrecisionIsANumberOfDigits) {
  for (const char* text : {"-1", "16", "100"}) {
    kernel::Options options;
    static constexpr kernel::OptionSpec table[] = {
        {"tracing/precision", kernel::OptionKind::number, "6", ""}};
    options.declare(table);
    options.set("tracing/precision", text);
    EXPECT_THROW(paje_style(options), kernel::InputError);
  }
}

}  // namespace
}  // namespace smpi::record
