// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of members 0, 1, ... of one communicator, and which of them do not match.
#include "libsmpi/watch/analyze/collective_sequence.h"

#include <gtest/gtest.h>

namespace smpi::analysis {
namespace {

using Kind = CollectiveMismatch::Kind;

Content content(MPI_Datatype type, MPI_Count count) {
  return {predefined_type(type), count};
}

CollectiveCall named(const char* function) {
  CollectiveCall call;
  call.record.function = function;
  return call;
}

CollectiveCall broadcast(MPI_Datatype type, MPI_Count count, int root = 0) {
  CollectiveCall call = named("MPI_Bcast");
  call.root = root;
  call.common = {content(type, count)};
  return call;
}

CollectiveCall gather(const Content& sent, Contents received = {}) {
  CollectiveCall call = named("MPI_Gatherv");
  call.root = 0;
  call.partners = Partners::root;
  call.sends = {sent};
  call.receives = std::move(received);
  return call;
}

std::optional<Kind> kind(const std::optional<CollectiveMismatch>& found) {
  return found ? std::optional(found->kind) : std::nullopt;
}

TEST(CollectiveSequence, ForgetsCallsThatAllHaveMade) {
  CollectiveSequence calls(2);
  for (const char* function : {"MPI_Barrier", "MPI_Comm_dup", "MPI_Ibarrier"}) {
    EXPECT_FALSE(calls.enter(0, named(function)));
    EXPECT_FALSE(calls.is_complete());
  }
  for (const char* function : {"MPI_Barrier", "MPI_Comm_dup", "MPI_Ibarrier"}) {
    EXPECT_FALSE(calls.enter(1, named(function)));
  }
  EXPECT_TRUE(calls.is_complete());
}

TEST(CollectiveSequence, BlockingDoesNotMatchNonblocking) {
  CollectiveSequence calls(3);
  calls.enter(1, named("MPI_Barrier"));
  const auto found = calls.enter(0, named("MPI_Ibarrier"));
  EXPECT_EQ(kind(found), Kind::order);
  EXPECT_EQ(found->other, 1);
  EXPECT_STREQ(found->other_call.function, "MPI_Barrier");
  // Another rank is told of the same call; what follows tells nothing.
  EXPECT_EQ(kind(calls.enter(2, named("MPI_Ibarrier"))), Kind::order);
  EXPECT_FALSE(calls.enter(0, named("MPI_Barrier")));
  EXPECT_FALSE(calls.enter(1, named("MPI_Ibarrier")));
}

TEST(CollectiveSequence, LargeCountsAreTheSameCall) {
  CollectiveSequence calls(2);
  calls.enter(0, named("MPI_Bcast"));
  EXPECT_FALSE(calls.enter(1, named("MPI_Bcast_c")));
}

TEST(CollectiveSequence, ComparesRootsAndPredefinedOperations) {
  CollectiveSequence calls(2);
  calls.enter(0, broadcast(MPI_INT, 1, 0));
  EXPECT_EQ(kind(calls.enter(1, broadcast(MPI_INT, 1, 1))), Kind::root);
  CollectiveCall sum = named("MPI_Allreduce");
  sum.predefined_op = predefined_op(reinterpret_cast<std::uintptr_t>(MPI_SUM));
  CollectiveCall product = sum;
  product.predefined_op = predefined_op(reinterpret_cast<std::uintptr_t>(MPI_PROD));
  calls.enter(0, sum);
  EXPECT_EQ(kind(calls.enter(1, product)), Kind::operation);
}

TEST(CollectiveSequence, BroadcastNeedsOneSignature) {
  CollectiveSequence calls(2);
  calls.enter(0, broadcast(MPI_INT, 1));
  EXPECT_EQ(kind(calls.enter(1, broadcast(MPI_FLOAT, 1))), Kind::common);
  calls.enter(0, broadcast(MPI_INT, 1));
  EXPECT_EQ(kind(calls.enter(1, broadcast(MPI_INT, 2))), Kind::common);
  // Without elements types do not count; MPI_PACKED matches everything.
  calls.enter(0, broadcast(MPI_INT, 0));
  EXPECT_FALSE(calls.enter(1, broadcast(MPI_FLOAT, 0)));
  calls.enter(0, broadcast(MPI_INT, 1));
  EXPECT_FALSE(calls.enter(1, broadcast(MPI_PACKED, 4)));
}

TEST(CollectiveSequence, GatherComparesTheRootWithEach) {
  const Content one = content(MPI_INT, 1);
  const Content two = content(MPI_INT, 2);
  CollectiveSequence calls(3);
  // The root comes in the middle: one rank is compared by it, the other by itself.
  EXPECT_FALSE(calls.enter(1, gather(two)));
  const auto at_root = calls.enter(0, gather(one, {one, one, one}));
  EXPECT_EQ(kind(at_root), Kind::received);
  EXPECT_EQ(at_root->other, 1);
  EXPECT_EQ(at_root->mine, "1 MPI_INT");
  EXPECT_EQ(at_root->theirs, "2 MPI_INT");
  EXPECT_EQ(kind(calls.enter(2, gather(two))), Kind::sent);
  // Equal ones, another for each rank.
  EXPECT_FALSE(calls.enter(1, gather(two)));
  EXPECT_FALSE(calls.enter(0, gather(one, {one, two, one})));
  EXPECT_FALSE(calls.enter(2, gather(one)));
  EXPECT_TRUE(calls.is_complete());
}

TEST(CollectiveSequence, AllToAllComparesAllPairs) {
  const Content one = content(MPI_INT, 1);
  const Content two = content(MPI_INT, 2);
  const auto exchange = [](Contents sends, Contents receives) {
    CollectiveCall call = named("MPI_Alltoallv");
    call.partners = Partners::each;
    call.sends = std::move(sends);
    call.receives = std::move(receives);
    return call;
  };
  CollectiveSequence calls(3);
  EXPECT_FALSE(calls.enter(0, exchange({one, one, one}, {one, one, one})));
  EXPECT_FALSE(calls.enter(1, exchange({one, one, two}, {one, one, one})));
  const auto found = calls.enter(2, exchange({one, one, one}, {one, one, one}));
  EXPECT_EQ(kind(found), Kind::received);
  EXPECT_EQ(found->other, 1);
}

}  // namespace
}  // namespace smpi::analysis
