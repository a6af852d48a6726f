// SPDX-License-Identifier: BSD-3-Clause
//
// What becomes of calls before they are a stream: numbers, held back actions, streaks of polls.
#include "libsmpi/watch/trace/recorder/rank_recorder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "libsmpi/watch/trace/recorder/level_one.h"
#include "libsmpi/watch/trace/recorder/lowering.h"
#include "tests/unit/watch/trace/lines.h"

namespace smpi::trace {
namespace {

using Expected = std::vector<std::string>;

// A library whose derived types have 24 bytes in 40; number 13 is made of number 7.
constexpr recorder_world world = {
    [](std::intptr_t, std::int64_t* size, std::int64_t* extent) {
      *size = 24;
      *extent = 40;
    },
    [](std::intptr_t key) { return key % 2 == 0 ? 1 : 0; },
    [](std::intptr_t, void (*run)(void*, std::int64_t, std::int64_t), void* self) {
      run(self, 0, 8);
      run(self, 16, 16);
    },
    nullptr,
    [](const void*) { return std::uint32_t{0}; },
    [](std::intptr_t key) { return std::intptr_t{key == 13 ? 7 : 0}; },
};

class RankRecorderTest : public ::testing::Test {
 protected:
  void record(Code code, const std::vector<Word>& words, Word awaited = 0) {
    recorder.begin(code, 0, 0);
    for (const Word word : words) recorder.add(word);
    if (awaited != 0) recorder.wait_for(awaited);
    recorder.end();
  }
  void test(Word request, bool found) {
    recorder.begin(Code::call_Test, 0, 0);
    recorder.add(request);
    recorder.ask(recorder.words(), false, found);
    recorder.add(found ? 1 : 0);
    if (found) recorder.add(request);
    recorder.end();
  }
  void receive_anything(Word request) {  // 8 bytes, tag 5, world
    record(Code::call_Irecv, {8, 6, any_source, 5, 0, request, 1}, request);
  }
  Lines lines;
  RecorderShared shared{lines, world, lines.texts()};
  RankRecorder recorder{3, shared};
};

TEST_F(RankRecorderTest, NumbersCountFromOneAndCommunicatorsFromTwo) {
  EXPECT_EQ(recorder.requests.add(100), 1);
  EXPECT_EQ(recorder.requests.add(200), 2);
  EXPECT_EQ(recorder.objects[recorder_communicators].add(7), 2);
  EXPECT_EQ(recorder.objects[recorder_windows].add(7), 0);
  EXPECT_EQ(recorder.objects[recorder_communicators].number_of(7).first, 2);
}

// MPICH gives all sends that are complete at once the same handle.
TEST_F(RankRecorderTest, RequestsOfOneHandleAreTakenInOrder) {
  for (int i = 0; i < 3; i++) recorder.requests.add(100);
  EXPECT_EQ(recorder.requests.take(100), 1);
  EXPECT_EQ(recorder.requests.take(100), 2);
  recorder.requests.give_back(100, 2);  // not complete yet
  EXPECT_EQ(recorder.requests.take(100), 2);
  EXPECT_EQ(recorder.requests.take(100), 3);
  EXPECT_EQ(recorder.requests.take(100), 0);
}

TEST_F(RankRecorderTest, TypesAndOperationsAreNotedOnceBeforeTheirUse) {
  EXPECT_EQ(recorder.type(11), first_derived_type);
  EXPECT_EQ(recorder.type(11), first_derived_type);
  EXPECT_EQ(recorder.type(12), first_derived_type + 1);
  EXPECT_EQ(recorder.operation(4), first_user_operation);
  recorder.forget_type(11);  // freed; another gets its handle
  EXPECT_EQ(recorder.type(11), first_derived_type + 2);
  EXPECT_EQ(lines.all, (Expected{"3 @Type k=0 size=24 extent=40", "3 @Type k=1 size=24 extent=40",
                                 "3 @Op k=0 commute=1", "3 @Type k=2 size=24 extent=40"}));
}

TEST_F(RankRecorderTest, WhatAllOfATypeIsMadeOfIsNoted) {
  recorder.predefine_type(7, 4, 24);
  EXPECT_EQ(recorder.type(13), first_derived_type);
  EXPECT_EQ(recorder.type(13), first_derived_type);
  EXPECT_EQ(lines.all, (Expected{"3 @Type k=0 size=24 extent=40", "3 @Unit k=0 type=4"}));
}

TEST_F(RankRecorderTest, PredefinedTypeOfAnotherSizeIsNoted) {
  recorder.predefine_type(1, 31, 16);  // SimGrid counts 16 bytes, the library 24
  recorder.predefine_type(2, 27, 24);
  EXPECT_EQ(recorder.type(2), 27);
  EXPECT_EQ(recorder.type(1), first_derived_type);
}

TEST_F(RankRecorderTest, ActionsWaitBehindAWildcardUntilItMatched) {
  receive_anything(1);
  record(Code::call_Barrier, {0});
  receive_anything(2);
  recorder.compute(5);
  EXPECT_TRUE(lines.all.empty());
  recorder.matched(2, 7, 5);
  EXPECT_TRUE(lines.all.empty());
  EXPECT_TRUE(recorder.is_waiting());
  recorder.matched(1, 9, 5);
  EXPECT_FALSE(recorder.is_waiting());
  const std::string receive = "3 @Irecv count=8 datatype=6 source=";
  EXPECT_EQ(lines.all, (Expected{receive + "9 tag=5 comm=0 request=1 any=s", "3 @Barrier comm=0",
                                 receive + "7 tag=5 comm=0 request=2 any=s", "3 compute 5"}));
}

TEST_F(RankRecorderTest, WildcardThatNeverMatchedIsWrittenAsItIs) {
  receive_anything(1);
  recorder.flush();
  ASSERT_EQ(lines.all.size(), 1U);
  EXPECT_NE(lines.all[0].find("-333"), std::string::npos);
}

// 3 failed polls with 2 + 4 flops between, then 8 before the one that succeeds: 14.
TEST_F(RankRecorderTest, FailedPollsBecomeOneNote) {
  test(1, false);
  recorder.compute(2);
  test(1, false);
  recorder.compute(4);
  test(1, false);
  recorder.compute(8);
  test(1, true);
  ASSERT_EQ(lines.all.size(), 2U);
  EXPECT_NE(lines.all[0].find("failed=3 flops=14 until=1"), std::string::npos) << lines.all[0];
  EXPECT_EQ(lines.all[1], "3 @Test request=1 done=1");
}

// A message that comes during the first 1,000 flops is found after 2,001, not by a poll after
// 1,334.
TEST_F(RankRecorderTest, PollsWithLittleAndWithMuchBetweenAreTwoStreaks) {
  test(1, false);
  recorder.compute(1);
  test(1, false);
  recorder.compute(1000);
  test(1, false);
  recorder.compute(1000);
  test(1, true);
  ASSERT_EQ(lines.all.size(), 4U);
  EXPECT_NE(lines.all[0].find("failed=2 flops=1 until=0"), std::string::npos) << lines.all[0];
  EXPECT_EQ(lines.all[1], "3 compute 1000");
  EXPECT_NE(lines.all[2].find("failed=1 flops=1000 until=1"), std::string::npos) << lines.all[2];
}

TEST_F(RankRecorderTest, StreakEndsWithAnotherCallOrAnotherRequest) {
  test(1, false);
  recorder.compute(2);
  test(1, false);
  recorder.compute(4);
  test(2, false);
  record(Code::call_Barrier, {0});
  ASSERT_EQ(lines.all.size(), 4U);
  EXPECT_NE(lines.all[0].find("failed=2 flops=2"), std::string::npos) << lines.all[0];
  EXPECT_EQ(lines.all[1], "3 compute 4");
  EXPECT_EQ(lines.all[2].substr(0, 17), "3 @Test request=2");
  EXPECT_EQ(lines.all[3], "3 @Barrier comm=0");
}

// Calls that no trace has, such as MPI_Comm_rank, end what the simulator takes for polling.
TEST_F(RankRecorderTest, PollsWithOtherCallsBetweenAreToldApart) {
  test(1, false);
  EXPECT_TRUE(recorder.follows_failed_poll());
  recorder.pause();
  test(1, false);
  recorder.pause();
  test(1, true);
  EXPECT_FALSE(recorder.follows_failed_poll());
  ASSERT_EQ(lines.all.size(), 2U);
  EXPECT_NE(lines.all[0].find("failed=2 flops=0 until=1 apart=1"), std::string::npos)
      << lines.all[0];
}

TEST_F(RankRecorderTest, PauseBetweenPollsOfTwoRequestsIsNoted) {
  test(1, false);
  recorder.pause();
  test(2, false);
  record(Code::call_Barrier, {0});
  ASSERT_EQ(lines.all.size(), 4U);
  EXPECT_EQ(lines.all[1], "3 @pause");
}

TEST_F(RankRecorderTest, LayoutOfATypeOfAFileIsNotedOnce) {
  EXPECT_EQ(recorder.file_type(11), first_derived_type);
  EXPECT_EQ(recorder.file_type(11), first_derived_type);
  EXPECT_EQ(lines.all,
            (Expected{"3 @Type k=0 size=24 extent=40", "3 @Layout k=0 offsets=0,16 sizes=8,16"}));
}

TEST_F(RankRecorderTest, SleepsAreAddedUpAndComputationIsNot) {
  recorder.sleep(0.5);
  recorder.sleep(0.25);
  recorder.compute(1);
  recorder.compute(2);
  recorder.sleep(1);
  recorder.finish();
  EXPECT_EQ(lines.all,
            (Expected{"3 sleep 0.75", "3 compute 1", "3 compute 2", "3 sleep 1", "3 finalize"}));
}

// Of a trace of level 1: which message it is, is known when it is complete, each time another one.
TEST_F(RankRecorderTest, StartsOfPersistentWildcardsAreReceivesOfWhatTheyMatch) {
  shared.merges_polls = false;
  record(Code::call_Recv_init, {8, 6, any_source, 5, 0, 1, 1});
  record(Code::call_Send_init, {8, 6, 2, 5, 0, 2});
  record(Code::call_Startall, {2, 1, 2});
  record(Code::call_Barrier, {0});
  EXPECT_EQ(lines.all.size(), 2U);
  recorder.matched(1, 4, 5);
  record(Code::call_Start, {1});
  recorder.matched(1, 6, 5);
  EXPECT_EQ((Expected{lines.all.begin() + 2, lines.all.end()}),
            (Expected{"3 @Irecv count=8 datatype=6 source=4 tag=5 comm=0 request=1 any=s",
                      "3 @Start request=2", "3 @Barrier comm=0",
                      "3 @Irecv count=8 datatype=6 source=6 tag=5 comm=0 request=1 any=s"}));
}

// They must be there when another rank sends them.
TEST_F(RankRecorderTest, MessagesOfATargetDoNotFollowItsSleep) {
  recorder.sleep(0.5);
  recorder.part_of_call(Code::ti_irecv, std::vector<Word>{1, 9, 40, 6, 0}, message_strand::target);
  recorder.part_of_call(Code::ti_send, std::vector<Word>{1, 9, 40, 6}, message_strand::part);
  EXPECT_EQ(lines.all,
            (Expected{"3.65531 irecv 1 9 40 6", "3 sleep 0.5", "3.65534 send 1 9 40 6"}));
}

class LevelOneTest : public ::testing::Test {
 protected:
  void add(Code code, const std::vector<Word>& words) {
    level_one.add(0, {.code = code, .words = words});
  }
  Lines lines;
  LevelOne level_one{lines, 2};
};

TEST_F(LevelOneTest, MessagesOfTheWorldAreActionsOfSimGrid) {
  add(Code::call_Send, {10, 1, 1, 5, 0});
  add(Code::call_Isend, {10, 1, 1, 5, 0, 1});
  add(Code::call_Irecv, {10, 1, 1, 5, 0, 2, 0});
  add(Code::call_Wait, {2});
  add(Code::call_Wait, {1});
  add(Code::call_Recv, {10, 1, 1, 5, 0, 1});
  EXPECT_EQ(lines.all, (Expected{"0 send 1 5 10 1", "0 isend 1 5 10 1", "0 irecv 1 5 10 1",
                                 "0 wait 1 0 5", "0 wait 0 1 5", "0 recv 1 5 10 1 any=s"}));
}

// SimGrid's wait means the oldest of its key, and its waitall all there are.
TEST_F(LevelOneTest, WaitsThatMeanAnotherRequestStay) {
  add(Code::call_Isend, {10, 1, 1, 5, 0, 1});
  add(Code::call_Isend, {20, 1, 1, 5, 0, 2});
  add(Code::call_Isend, {20, 1, 1, 6, 0, 3});
  add(Code::call_Wait, {2});
  add(Code::call_Waitall, {1, 1});
  add(Code::call_Waitall, {1, 3});
  ASSERT_EQ(lines.all.size(), 6U);
  EXPECT_EQ(lines.all[3], "0 @Wait request=2");
  EXPECT_EQ(lines.all[4], "0 @Waitall requests=1");
  EXPECT_EQ(lines.all[5], "0 waitall 1");
}

TEST_F(LevelOneTest, WhatSimGridCannotSayStays) {
  const Word derived = first_derived_type;
  const Word user = first_user_operation;
  const Word large = Word{1} << 31;
  add(Code::call_Send, {10, 1, 1, 5, 2});          // another communicator
  add(Code::call_Send, {10, derived, 1, 5, 0});    // a type of the program
  add(Code::call_Send, {large, 1, 1, 5, 0});       // more than an int
  add(Code::call_Send, {10, 1, nobody, 5, 0});     // nobody
  add(Code::call_Allreduce, {10, 0, 2, 0, 1});     // in place
  add(Code::call_Allreduce, {10, 0, user, 0, 0});  // the program's operation
  add(Code::call_Bcast, {10, 0, 0, 2});            // another communicator
  for (const std::string& line : lines.all) EXPECT_EQ(line.substr(0, 3), "0 @") << line;
  EXPECT_EQ(lines.all.size(), 7U);
}

TEST_F(LevelOneTest, Collectives) {
  add(Code::call_Barrier, {0});
  add(Code::call_Bcast, {10, 0, 1, 0});
  add(Code::call_Reduce, {10, 0, 2, 1, 0, 0});
  add(Code::call_Allreduce, {10, 0, 2, 0, 0});
  add(Code::call_Scan, {10, 0, 2, 0, 0});
  add(Code::call_Reduce_scatter, {2, 3, 4, 0, 2, 0, 0});
  add(Code::call_Alltoall, {3, 1, 4, 2, 0, 0});
  add(Code::call_Alltoallv, {2, 1, 2, 6, 2, 3, 4, 6, 0, 0});
  add(Code::call_Gather, {5, 1, 0, -1, 1, 0, 0});  // not the root
  add(Code::call_Gatherv, {5, 1, 0, -1, 1, 0, 0});
  add(Code::call_Allgatherv, {5, 1, 2, 5, 6, 1, 0, 0});
  EXPECT_EQ(lines.all,
            (Expected{"0 barrier", "0 bcast 10 1 0", "0 reduce 10 0 1 0", "0 allreduce 10 0 0",
                      "0 scan 10 0 0", "0 reducescatter 3 4 0 0", "0 alltoall 3 4 1 2",
                      "0 alltoallv 3 1 2 7 3 4 6 6", "0 gather 5 0 1 1 6", "0 gatherv 5 0 0 1 1 6",
                      "0 allgatherv 5 5 6 1 1"}));
}

}  // namespace
}  // namespace smpi::trace
