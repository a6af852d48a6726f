// SPDX-License-Identifier: BSD-3-Clause
//
// What ends when ranks fail and communicators are revoked. Times are those of the deaths: nothing
// else takes more than a millisecond here.
#include "libsmpi/mpi/p2p/failures.h"

#include <array>

#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "tests/unit/mpi/failing_ranks.h"

namespace smpi::p2p {
namespace {

constexpr double short_s = 1e-3;
constexpr MPI_Count large_bytes = 4 << 20;

class FailuresTest : public FailingRanks {
 protected:
  ReceiveSpec from(Rank& rank, int source) {
    return {.buffer = received_.data(),
            .count = large_bytes,
            .type = find_datatype(MPI_BYTE),
            .source = source,
            .tag = 0,
            .communicator = rank.world};
  }
  SendSpec to(Rank& rank, int destination, MPI_Count bytes) {
    return {.buffer = sent_.data(),
            .count = bytes,
            .type = find_datatype(MPI_BYTE),
            .destination = destination,
            .tag = 0,
            .communicator = rank.world};
  }
  static int barrier(Rank& rank) {
    coll::BarrierArgs args;
    static_cast<coll::Operation&>(args) =
        coll::Operation(*rank.world, Channel::collective, rank.world->next_collective_tag());
    int error = MPI_SUCCESS;
    args.collect_errors_in(error);
    coll::run_call(coll::profile_of(coll::Collective::barrier, args), args);
    return error;
  }

  std::vector<std::byte> sent_ = std::vector<std::byte>(large_bytes);
  std::vector<std::byte> received_ = std::vector<std::byte>(large_bytes);
};

TEST_F(FailuresTest, AReceiveFromAFailedRankEndsWhenThatIsKnown) {
  run({{1, 2}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    if (rank.process != 0) return;
    EXPECT_EQ(receive(from(rank, 1)).error, MPI_ERR_PROC_FAILED);
    EXPECT_DOUBLE_EQ(now_s(), 2);
    EXPECT_EQ(receive(from(rank, 1)).error, MPI_ERR_PROC_FAILED);
    EXPECT_DOUBLE_EQ(now_s(), 2);
  });
}

TEST_F(FailuresTest, AMessageThatHadLeftIsReceived) {
  run({{1, 2}}, [&](Rank& rank) {
    if (rank.process == 1) {
      send(to(rank, 0, 8));
      sleep_until(10);
    }
    if (rank.process != 0) return;
    sleep_until(3);
    const Status status = receive(from(rank, 1));
    EXPECT_EQ(status.error, MPI_SUCCESS);
    EXPECT_EQ(status.size_bytes, 8);
  });
}

// Its data leave when the receive is there.
TEST_F(FailuresTest, ALongMessageThatHadNotLeftIsLost) {
  run({{1, 2}}, [&](Rank& rank) {
    if (rank.process == 1) send(to(rank, 0, large_bytes));
    if (rank.process != 0) return;
    sleep_until(3);
    EXPECT_EQ(receive(from(rank, 1)).error, MPI_ERR_PROC_FAILED);
  });
}

TEST_F(FailuresTest, ASendToAFailedRankEnds) {
  run({{1, 2}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    if (rank.process != 0) return;
    EXPECT_EQ(send(to(rank, 1, large_bytes)), MPI_ERR_PROC_FAILED);
    EXPECT_DOUBLE_EQ(now_s(), 2);
    EXPECT_EQ(send(to(rank, 1, 8)), MPI_ERR_PROC_FAILED);
  });
}

TEST_F(FailuresTest, AWildcardStaysUntilItsFailuresAreAcknowledged) {
  run({{1, 2}}, [&](Rank& rank) {
    if (rank.process == 1) sleep_until(10);
    if (rank.process == 2) {
      sleep_until(4);
      send(to(rank, 0, 8));
    }
    if (rank.process != 0) return;
    Request* pending = start_receive(from(rank, MPI_ANY_SOURCE));
    wait_for(*pending);
    EXPECT_EQ(pending->status.error, MPI_ERR_PROC_FAILED_PENDING);
    EXPECT_TRUE(stays_pending(*pending));
    EXPECT_DOUBLE_EQ(now_s(), 2);
    EXPECT_EQ(acknowledge(*rank.world, 1), 1);
    EXPECT_FALSE(stays_pending(*pending));
    wait_for(*pending);
    const Status status = finish(*pending);
    EXPECT_EQ(status.error, MPI_SUCCESS);
    EXPECT_EQ(status.source, 2);
    EXPECT_NEAR(now_s(), 4, short_s);
  });
}

TEST_F(FailuresTest, FailuresAreAcknowledgedInTheirOrder) {
  run({{2, 2}, {1, 4}}, [&](Rank& rank) {
    Communicator& world = *rank.world;
    EXPECT_FALSE(is_broken(world));
    sleep_until(3);
    EXPECT_TRUE(is_broken(world));
    EXPECT_EQ(known_failed(world), std::vector<ProcessId>({2}));
    EXPECT_EQ(acknowledge(world, 7), 1);
    sleep_until(5);
    EXPECT_EQ(known_failed(world), std::vector<ProcessId>({2, 1}));
    EXPECT_EQ(known_failed_count(world), 2);
    EXPECT_EQ(known_failed_count(*rank.self), 0);
    EXPECT_EQ(acknowledge(world, 0), 1);  // never fewer
    EXPECT_EQ(acknowledge(world, 2), 2);
  });
}

TEST_F(FailuresTest, ACollectiveTellsItsErrorOnce) {
  run({{1, 2}}, [&](Rank& rank) {
    EXPECT_EQ(barrier(rank), MPI_SUCCESS);
    if (rank.process == 1) sleep_until(10);
    EXPECT_FALSE(has_failure());
    EXPECT_EQ(barrier(rank), MPI_ERR_PROC_FAILED);
    EXPECT_NEAR(now_s(), 2, short_s);
    EXPECT_EQ(take_failure(), MPI_ERR_PROC_FAILED);
    EXPECT_EQ(take_failure(), MPI_SUCCESS);
  });
}

// Rank 0 tells 1 and 2, and rank 1 tells 3: a message each, whoever waits.
TEST_F(FailuresTest, ARevocationReachesAllAndEndsWhatTheyWaitFor) {
  run({}, [&](Rank& rank) {
    if (rank.process == 0) {
      sleep_until(1);
      revoke(*rank.world);
      EXPECT_TRUE(is_revoked(*rank.world));
    } else {
      EXPECT_EQ(receive(from(rank, MPI_ANY_SOURCE)).error, MPI_ERR_REVOKED);
      const models::HostId sender = rank.process == 3 ? 1 : 0;
      double expected_s = 1 + simulation_->network.uncontended_time_s(sender, rank.host, 8);
      if (rank.process == 3) expected_s += simulation_->network.uncontended_time_s(0, 1, 8);
      EXPECT_NEAR(now_s(), expected_s, 1e-7);  // two leave rank 0 by one cable
    }
    EXPECT_EQ(send(to(rank, 1, 8)), MPI_ERR_REVOKED);
    EXPECT_FALSE(is_revoked(*rank.self));
  });
}

// Rank 1 would have told rank 3; rank 0 does it in its place.
TEST_F(FailuresTest, ARevocationGoesAroundAFailedRank) {
  run({{1, 0.5}}, [&](Rank& rank) {
    sleep_until(rank.process == 1 ? 10 : 1);
    if (rank.process == 0) revoke(*rank.world);
    if (rank.process == 3) {
      EXPECT_EQ(receive(from(rank, 2)).error, MPI_ERR_REVOKED);
      EXPECT_NEAR(now_s(), 1 + simulation_->network.uncontended_time_s(0, 3, 8), 1e-6);
    }
  });
}

}  // namespace
}  // namespace smpi::p2p
