// SPDX-License-Identifier: BSD-3-Clause
//
// Trace files: the lines, the periods, and what is refused.
#include "models/readers/profile.h"

#include <gtest/gtest.h>

#include <string>

namespace smpi::models {
namespace {

Profile parse(const char* text) {
  return parse_profile(text, {"some.trace", 1, {}, {}});
}

std::string message_of(const char* text) {
  try {
    parse(text);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Profile, ReadsPointsCommentsAndBlanks) {
  const Profile profile = parse("# measured\n0 1e8\n\n  2.5\t5e7   # half\r\n2.5 1e8");
  ASSERT_EQ(profile.points.size(), 3U);
  EXPECT_DOUBLE_EQ(profile.points[1].time_s, 2.5);
  EXPECT_DOUBLE_EQ(profile.points[1].value, 5e7);
  EXPECT_EQ(profile.period_s, 0);
}

// PERIODICITY 10: the period. LOOPAFTER 10 with a last point at 4: 14 (as SimGrid 3.32 plays them).
TEST(Profile, PeriodicityIsThePeriodAndLoopAfterStartsAtTheLastPoint) {
  EXPECT_DOUBLE_EQ(parse("PERIODICITY 10\n1 5e8\n4 2e8\n").period_s, 10);
  EXPECT_DOUBLE_EQ(parse("1 5e8\n4 2e8\nLOOPAFTER 10\n").period_s, 14);
  EXPECT_DOUBLE_EQ(parse("PERIODICITY 4\n1 5e8\n4 2e8\n").period_s, 4);
}

TEST(Profile, RefusesWithFileLineAndText) {
  EXPECT_NE(message_of("1 1\n0.5 2\n").find("some.trace:2: the times of a trace must not decrease"),
            std::string::npos);
  EXPECT_NE(message_of("1 5MBps\n").find("not a number (values have no unit): '1 5MBps'"),
            std::string::npos);
  EXPECT_NE(message_of("1\n").find("a time and a value: '1'"), std::string::npos);
  EXPECT_NE(message_of("1 -2\n").find("negative"), std::string::npos);
  EXPECT_NE(message_of("1 nan\n").find("not a number"), std::string::npos);
  EXPECT_NE(message_of("PERIODICITY 3\n1 1\n4 1\n").find("before its last point"),
            std::string::npos);
  EXPECT_NE(message_of("PERIODICITY 3\nLOOPAFTER 3\n1 1\n").find("a second PERIODICITY"),
            std::string::npos);
}

TEST(Profile, ReadsStochasticLines) {
  const Profile profile =
      parse("STOCHASTIC LOOP\nEXP 0.5 DET 0\nNORM 4 1  UNIFORM 1 2\nLOOPAFTER 3\n");
  ASSERT_EQ(profile.drawn.size(), 2U);
  EXPECT_TRUE(profile.points.empty());
  EXPECT_TRUE(profile.repeats);
  EXPECT_EQ(profile.pause_s, 3);
  EXPECT_EQ(profile.drawn[0].delay.mean(), 2);
  EXPECT_EQ(profile.drawn[1].delay.kind, Law::Kind::normal);
  EXPECT_EQ(profile.drawn[1].value.mean(), 1.5);
  EXPECT_FALSE(parse("STOCHASTIC\nDET 1 DET 2\n").repeats);
}

TEST(Profile, RefusesWrongStochasticLines) {
  EXPECT_NE(message_of("STOCHASTIC\nEXPO 1 DET 0\n").find("did you mean 'EXP'?"),
            std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nEXP 0 DET 0\n").find("some.trace:2: a rate is above 0"),
            std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nNORM 1 DET 0\n").find("not a number"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nDET 1\n").find("two laws"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nDET 1 DET 2 3\n").find("two laws"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\n").find("needs a line"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nUNIF 2 1 DET 2\n").find("above the second"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC ONCE\nDET 1 DET 2\n").find("only LOOP"), std::string::npos);
  EXPECT_NE(message_of("1 1\nSTOCHASTIC\nDET 1 DET 2\n").find("comes first"), std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC\nPERIODICITY 3\nDET 1 DET 2\n").find("not PERIODICITY"),
            std::string::npos);
  EXPECT_NE(message_of("STOCHASTIC LOOP\nDET 0 DET 2\n").find("never pass"), std::string::npos);
}

TEST(Profile, MissingFileIsNamed) {
  try {
    read_profile_file("/no/such.trace", {"platform.xml", 7, {}, {}});
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("platform.xml:7"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("/no/such.trace"), std::string::npos);
  }
}

}  // namespace
}  // namespace smpi::models
