// SPDX-License-Identifier: BSD-3-Clause
//
// Agreeing and shrinking among ranks some of which fail before, while others wait, or after they
// came. Times are those of the deaths: messages take less than a millisecond.
#include "libsmpi/mpi/creation/consensus.h"

#include <map>

#include "tests/unit/mpi/failing_ranks.h"

namespace smpi::comm {
namespace {

constexpr double short_s = 1e-3;

class ConsensusTest : public FailingRanks {
 protected:
  static Agreed agree(Rank& rank, int flag) {
    return agree_on_flag(*rank.world, rank.world->next_consensus(), flag);
  }
};

// 0b1111 without bit 0, 1, 2 and 3 at one rank each.
TEST_F(ConsensusTest, FlagsAreCombinedBitByBit) {
  run({}, [&](Rank& rank) {
    const Agreed agreed = agree(rank, 0b110000 | (0b1111 & ~(1 << rank.process)));
    EXPECT_EQ(agreed.flag, 0b110000);
    EXPECT_EQ(agreed.error, MPI_SUCCESS);
  });
}

TEST_F(ConsensusTest, AFailureIsToldToAllUntilAllHaveAcknowledgedIt) {
  run({{1, 1}}, [&](Rank& rank) {
    sleep_until(rank.process == 1 ? 10 : 2);
    Agreed agreed = agree(rank, rank.process == 1 ? 0 : 7);
    EXPECT_EQ(agreed.flag, 7);  // the failed one has not come
    EXPECT_EQ(agreed.error, MPI_ERR_PROC_FAILED);
    if (rank.process != 3) p2p::acknowledge(*rank.world, 1);
    EXPECT_EQ(agree(rank, 7).error, MPI_ERR_PROC_FAILED);
    p2p::acknowledge(*rank.world, 1);
    EXPECT_EQ(agree(rank, 7).error, MPI_SUCCESS);
  });
}

TEST_F(ConsensusTest, NobodyWaitsLongerThanUntilTheFailureIsKnown) {
  run({{1, 3}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    EXPECT_EQ(agree(rank, 1).error, MPI_ERR_PROC_FAILED);
    EXPECT_GE(now_s(), 3);
    EXPECT_NEAR(now_s(), 3, short_s);
  });
}

TEST_F(ConsensusTest, WhoCameAndFailedHasHadItsSay) {
  run({{1, 3}}, [&](Rank& rank) {
    if (rank.process == 2) sleep_until(5);
    const Agreed agreed = agree(rank, rank.process == 1 ? 5 : 7);
    EXPECT_EQ(agreed.flag, 5);
    EXPECT_EQ(agreed.error, MPI_SUCCESS);
    EXPECT_NEAR(now_s(), 5, short_s);
  });
}

TEST_F(ConsensusTest, ShrinkingKeepsTheOrder) {
  std::map<ProcessId, std::uint32_t> contexts;
  run({{1, 1}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    const Communicator& left = shrink(*rank.world);
    EXPECT_EQ(left.group().members(), std::vector<ProcessId>({0, 2, 3}));
    EXPECT_EQ(left.rank(), rank.process == 0 ? 0 : static_cast<int>(rank.process) - 1);
    EXPECT_FALSE(p2p::is_broken(left));
    contexts[rank.process] = left.shared().context;
  });
  EXPECT_EQ(contexts.size(), 3U);
  EXPECT_EQ(contexts[0], contexts[2]);
  EXPECT_EQ(contexts[0], contexts[3]);
  EXPECT_NE(contexts[0], simulation_->ranks[0]->world->shared().context);
}

// The second call is about what the first left, with one more failure between them.
TEST_F(ConsensusTest, ShrinkingAgainLosesTheNext) {
  run({{1, 1}, {3, 2}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    Communicator& left = shrink(*rank.world);
    if (rank.process == 3) sleep_until(10);
    const Communicator& rest = shrink(left);
    EXPECT_EQ(rest.group().members(), std::vector<ProcessId>({0, 2}));
    EXPECT_NEAR(now_s(), 2, short_s);
  });
}

// Both are open at once: rank 0 is in the second while rank 2 has not come to the first.
TEST_F(ConsensusTest, CallsHaveTheirNumbers) {
  run({}, [&](Rank& rank) {
    if (rank.process == 2) sleep_until(1);
    EXPECT_EQ(agree(rank, 3).flag, 3);
    EXPECT_EQ(agree(rank, 4).flag, 4);
  });
}

}  // namespace
}  // namespace smpi::comm
