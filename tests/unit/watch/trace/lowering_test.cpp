// SPDX-License-Identifier: BSD-3-Clause
//
// What SimGrid's actions cannot say, said by others. Whether the times are right is for
// tests/replay/level_one.
#include "libsmpi/watch/trace/recorder/lowering.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/watch/trace/lines.h"

namespace smpi::trace {
namespace {

using Expected = std::vector<std::string>;
constexpr Word half = 2;  // the communicator of ranks 1 and 0
constexpr Word far = 3;   // one with a high number in the run

// Rank 0 of two.
class LoweringTest : public ::testing::Test {
 protected:
  void add(Code code, std::vector<Word> words, std::uint16_t strand = 0) {
    lowering_.add(0, {.code = code, .strand = strand, .words = words});
  }
  void compute(double flops) { add(Code::ti_compute, {to_word(flops), 0}); }

  Lines lines_;
  double computed_flops_ = 0;
  Word pending_ = 0;

 private:
  static CommunicatorView view_of(Word communicator) {
    const auto members = [](std::vector<std::uint32_t> ranks) {
      return std::make_shared<const std::vector<std::uint32_t>>(std::move(ranks));
    };
    if (communicator == 0) return {.number = 0, .members = members({0, 1}), .is_like_world = true};
    return {.number = communicator == far ? 64U : 2U, .members = members({1, 0})};
  }

 protected:
  Lowering lowering_{
      lines_,
      2,
      {.view = [](std::uint32_t, Word communicator) { return view_of(communicator); },
       .progress = [this](std::uint32_t) { return computed_flops_; },
       .is_pending = [this](std::uint32_t, Word request) { return request == pending_; },
       .tells_windows = true,
       .detached_bytes = 41}};
};

// Ranks of the world, and a stretch of tags for each communicator; beyond 63 they are numbered.
TEST_F(LoweringTest, MessagesOfOtherCommunicatorsHaveTagsOfTheirOwn) {
  add(Code::call_Send, {8, 1, 0, 5, half});
  add(Code::call_Send, {8, 1, 0, 5, far});
  add(Code::call_Send, {8, 1, 0, 6, far});
  add(Code::call_Send, {8, 1, 0, 5, far});
  EXPECT_EQ(lines_.all, (Expected{"0 send 1 33554437 8 1", "0 send 1 1610612736 8 1",
                                  "0 send 1 1610612737 8 1", "0 send 1 1610612736 8 1"}));
}

// Messages inside a call on the world are kept until it is known whether it has an action.
TEST_F(LoweringTest, MessagesOfACollectiveTakeItsPlaceOnlyWhereItHasNoAction) {
  add(Code::ti_send, {1, 9, 40, 6}, message_strand::inside);
  add(Code::call_Bcast, {10, 1, 0, 0});
  EXPECT_EQ(lines_.all, (Expected{"0 bcast 10 0 1"}));
  add(Code::note_Op, {0, 0});
  add(Code::ti_send, {1, 9, 40, 6}, message_strand::inside);
  add(Code::call_Allreduce, {10, 1, first_user_operation, 0, 0});  // its operation does not commute
  EXPECT_EQ(lines_.all, (Expected{"0 bcast 10 0 1", "0 send 1 9 40 6"}));
  add(Code::ti_recv, {1, 9, 40, 6, 0}, message_strand::part);
  add(Code::call_Bcast, {10, 1, 0, half});
  EXPECT_EQ(lines_.all, (Expected{"0 bcast 10 0 1", "0 send 1 9 40 6", "0 recv 1 9 40 6"}));
  EXPECT_TRUE(lowering_.left_out().empty());
  add(Code::call_Bcast, {10, 1, 0, half});  // nobody told its messages
  EXPECT_EQ(lowering_.left_out().at("Bcast"), 1U);
}

// 1000 flops, of which 300 are done when the message is sent and 900 when it is waited for.
TEST_F(LoweringTest, ComputationIsCutByMessagesAside) {
  add(Code::call_Ibcast, {10, 1, 0, 0, 1});
  compute(1000);
  computed_flops_ = 300;
  add(Code::ti_isend, {1, 9, 40, 6}, message_strand::aside);
  computed_flops_ = 900;
  add(Code::ti_wait, {0, 1, 9}, message_strand::aside);
  computed_flops_ = 5000;
  add(Code::call_Wait, {1});
  EXPECT_EQ(lines_.all, (Expected{"0 compute 300", "0 isend 1 9 40 6", "0 compute 600",
                                  "0 wait 0 1 9", "0 compute 100"}));
  EXPECT_EQ(lowering_.asides().at("Ibcast"), 1U);
}

// What others do to a rank stands before what it does itself; what it does itself by a window
// follows its computation, and the messages of the call before.
TEST_F(LoweringTest, MessagesOfATargetStandBeforeItsComputation) {
  compute(1000);
  add(Code::ti_irecv, {1, 9, 40, 6, 0}, message_strand::target);
  add(Code::ti_isend, {1, 8, 40, 6}, message_strand::window);
  add(Code::call_Put, {40, 6, 1, 0, 40, 6, 0});
  add(Code::ti_send, {1, 7, 0, 6}, message_strand::inside);  // of the barrier
  add(Code::ti_wait, {1, 0, 9}, message_strand::window);
  add(Code::call_Win_fence, {0});
  EXPECT_EQ(lines_.all, (Expected{"0 irecv 1 9 40 6", "0 compute 1000", "0 isend 1 8 40 6",
                                  "0 send 1 7 0 6", "0 wait 1 0 9"}));
  EXPECT_TRUE(lowering_.left_out().empty());
  EXPECT_EQ(lowering_.asides().at("Put"), 1U);
}

// A request of a one-sided operation is waited for under its message; what is open then keeps
// waits apart.
TEST_F(LoweringTest, RequestsOfWindowsAreTheirMessages) {
  add(Code::ti_irecv, {1, 9, 40, 6, 0}, message_strand::target);
  add(Code::ti_isend, {1, 8, 40, 6}, message_strand::window);
  add(Code::call_Rput, {40, 6, 1, 0, 40, 6, 0, 1});
  EXPECT_EQ(lowering_.left_out().at("waits for requests of small one-sided operations"), 1U);
  add(Code::call_Waitall, {1, 1});
  EXPECT_EQ(lines_.all.back(), "0 wait 0 1 8");
  add(Code::ti_wait, {1, 0, 9}, message_strand::window);
  add(Code::call_Win_fence, {0});
  add(Code::call_Irecv, {8, 1, 1, 5, 0, 2, 0});
  add(Code::call_Waitall, {1, 2});
  EXPECT_EQ(lines_.all.back(), "0 waitall 1");
}

// SimGrid's waitall waits for all that is stored, messages aside too.
TEST_F(LoweringTest, WaitallIsOneActionIfNothingElseIsUnderWay) {
  const auto post_two = [this] {
    add(Code::call_Irecv, {8, 1, 1, 5, 0, 1, 0});
    add(Code::call_Isend, {8, 1, 1, 6, 0, 2});
  };
  post_two();
  add(Code::call_Waitall, {2, 1, 2});
  EXPECT_EQ(lines_.all.back(), "0 waitall 2");
  add(Code::ti_irecv, {1, 9, 40, 6, 0}, message_strand::aside);
  post_two();
  add(Code::call_Waitall, {2, 1, 2});
  EXPECT_EQ(lines_.all.back(), "0 wait 0 1 6");
}

// A poll that fails is a test of what is still on its way.
TEST_F(LoweringTest, PollsAreTests) {
  add(Code::call_Irecv, {8, 1, 1, 5, 0, 1, 0});
  add(Code::call_Irecv, {8, 1, 1, 6, 0, 2, 0});
  pending_ = 2;
  add(Code::call_Testall, {2, 1, 2, 0});
  EXPECT_EQ(lines_.all.back(), "0 test 1 0 6");
  add(Code::call_Testall, {2, 1, 2, 2, 1, 2});
  EXPECT_EQ((Expected{lines_.all.end() - 3, lines_.all.end()}),
            (Expected{"0 test 1 0 5", "0 wait 1 0 5", "0 wait 1 0 6"}));
}

// A poll that looks for no request of its own takes the time that it took; its length comes before
// it.
TEST_F(LoweringTest, PollsOfWhatIsNoMessageAreSleeps) {
  add(Code::ti_sleep, {to_word(0.25)}, message_strand::poll);
  add(Code::call_Iprobe, {1, 5, 0, 0, 0, 0});
  EXPECT_EQ(lines_.all, (Expected{"0 sleep 0.25"}));
  EXPECT_TRUE(lowering_.left_out().empty());
  add(Code::call_Iprobe, {1, 5, 0, 0, 0, 0});  // its length is not known
  EXPECT_EQ(lowering_.left_out().at("failed probes"), 1U);
  add(Code::ti_sleep, {to_word(0.5)}, message_strand::poll);
  add(Code::ti_wait, {1, 0, 9}, message_strand::window);  // of what it found
  add(Code::call_Win_test, {0, 1});
  EXPECT_EQ(lines_.all, (Expected{"0 sleep 0.25", "0 sleep 0.5", "0 wait 1 0 9"}));
  add(Code::call_Ibarrier, {0, 3});
  add(Code::ti_sleep, {to_word(2)}, message_strand::poll);
  add(Code::call_Test, {3, 0});
  EXPECT_EQ(lines_.all.back(), "0 sleep 2");
}

// While the rank is in a barrier, a message aside begins and another ends: the wait for it could be
// for a rank that sends after the barrier.
TEST_F(LoweringTest, WaitsAsideFollowTheCollectiveThatTheyCameIn) {
  add(Code::ti_isend, {1, 7, 0, 6}, message_strand::inside);
  add(Code::ti_wait, {1, 0, 8}, message_strand::aside);
  add(Code::ti_isend, {1, 9, 40, 6}, message_strand::aside);
  add(Code::ti_wait, {0, 1, 7}, message_strand::inside);
  add(Code::call_Barrier, {0});
  EXPECT_EQ(lines_.all, (Expected{"0 isend 1 9 40 6", "0 barrier", "0 wait 1 0 8"}));
}

// What it matches is for the recorder to tell; where it does not, each start is counted.
TEST_F(LoweringTest, StartsOfOpenReceivesAreLeftOut) {
  add(Code::call_Recv_init, {8, 6, any_source, 5, 0, 1, 1});
  EXPECT_TRUE(lowering_.left_out().empty());
  add(Code::call_Start, {1});
  add(Code::call_Start, {1});
  EXPECT_TRUE(lines_.all.empty());
  EXPECT_EQ(lowering_.left_out().at("what persistent receives with wildcards match"), 2U);
}

// What all of a type is made of keeps its count where data may be cut; a reduction keeps its own.
TEST_F(LoweringTest, DerivedTypesAreWhatTheyAreMadeOf) {
  add(Code::note_Type, {0, 24, 24});
  add(Code::note_Unit, {0, 0});  // three doubles
  add(Code::note_Type, {1, 16, 16});
  add(Code::note_Op, {0, 1});
  add(Code::call_Bcast, {10, first_derived_type, 0, 0});
  add(Code::call_Bcast, {10, first_derived_type + 1, 0, 0});
  add(Code::call_Allreduce, {10, first_derived_type + 1, first_user_operation, 0, 0});
  EXPECT_EQ(lines_.all, (Expected{"0 bcast 30 0 0", "0 bcast 160 0 6", "0 allreduce 10 0 14"}));
}

}  // namespace
}  // namespace smpi::trace
