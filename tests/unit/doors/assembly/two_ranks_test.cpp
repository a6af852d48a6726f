// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks without a program: communicators, requests and ranks are made without a loader, and each
// rank walks a list of actions, as a replay of a trace does.
#include <gtest/gtest.h>

#include <variant>
#include <vector>

#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "models/readers/short_platform.h"

namespace smpi {
namespace {

struct Send {
  int peer;
  int tag;
  MPI_Count bytes;
};
struct Receive {
  int peer;
  int tag;
  MPI_Count bytes;
};
struct StartReceive {  // ends with the next WaitAll
  int peer;
  int tag;
  MPI_Count bytes;
};
struct WaitAll {};
struct Barrier {};
using Action = std::variant<Send, Receive, StartReceive, WaitAll, Barrier>;

// What a rank of a replay needs: its place in the list, and what is under way.
class Cursor {
 public:
  Cursor(Rank& rank, const std::vector<Action>& actions) : rank_(rank), actions_(actions) {}

  int run() {
    rank_.phase = Phase::running;
    for (const Action& action : actions_) {
      std::visit([this](const auto& one) { perform(one); }, action);
    }
    rank_.phase = Phase::finalized;
    return 0;
  }

 private:
  void perform(const Send& action) {
    p2p::send({.buffer = buffer_,
               .count = action.bytes,
               .type = find_datatype(MPI_BYTE),
               .destination = action.peer,
               .tag = action.tag,
               .communicator = rank_.world});
  }
  p2p::ReceiveSpec spec(int peer, int tag, MPI_Count bytes) {
    return {.buffer = buffer_,
            .count = bytes,
            .type = find_datatype(MPI_BYTE),
            .source = peer,
            .tag = tag,
            .communicator = rank_.world};
  }
  void perform(const Receive& action) {
    EXPECT_EQ(p2p::receive(spec(action.peer, action.tag, action.bytes)).size_bytes, action.bytes);
  }
  void perform(const StartReceive& action) {
    pending_.push_back(p2p::start_receive(spec(action.peer, action.tag, action.bytes)));
  }
  void perform(const WaitAll&) {
    wait_for_all(pending_);
    for (Request* request : pending_) finish(*request);
    pending_.clear();
  }
  void perform(const Barrier&) {
    coll::BarrierArgs args;
    static_cast<coll::Operation&>(args) =
        coll::Operation(*rank_.world, Channel::collective, rank_.world->next_collective_tag());
    coll::run_call(coll::profile_of(coll::Collective::barrier, args), args);
  }

  Rank& rank_;
  const std::vector<Action>& actions_;
  std::vector<Request*> pending_;
  std::byte buffer_[1 << 16] = {};
};

class TwoRanks : public testing::Test {
 protected:
  TwoRanks() {
    AssembledSimulation::declare_options(options_);
    options_.set("smpi/simulate-computation", "no");
  }

  const EarlyEnd& replay(const std::vector<std::vector<Action>>& lists) {
    simulation_.emplace(models::make_short_platform("star:2", {}), options_);
    for (std::size_t i = 0; i < lists.size(); i++) {
      simulation_->add_rank(static_cast<models::HostId>(i));
    }
    simulation_->make_world(0, static_cast<std::uint32_t>(lists.size()));
    for (std::size_t i = 0; i < lists.size(); i++) {
      const std::vector<Action>& actions = lists[i];
      simulation_->start(*simulation_->ranks[i],
                         [&actions](Rank& rank) { return Cursor(rank, actions).run(); });
    }
    return simulation_->run();
  }

  kernel::Options options_;
  std::optional<AssembledSimulation> simulation_;
};

struct Counts : Observer {
  int sent = 0;
  int matched = 0;
  int started = 0;
  int ended = 0;
  int finished = 0;
  void send_message(const p2p::Message&) override { sent++; }
  void match_message(const p2p::Message&, const Request&) override { matched++; }
  void start_flow(const Transfer&) override { started++; }
  void end_flow(const Transfer&) override { ended++; }
  void finish_request(const Request&) override { finished++; }
};

TEST_F(TwoRanks, SendsAndReceivesMeet) {
  const EarlyEnd& end =
      replay({{Send{1, 7, 1000}, Receive{1, 8, 65536}}, {Receive{0, 7, 1000}, Send{0, 8, 65536}}});
  EXPECT_EQ(end.why, EarlyEnd::Why::none);
  EXPECT_EQ(simulation_->ranks[0]->counters.messages, 1U);
  EXPECT_EQ(simulation_->ranks[1]->counters.bytes, 65536);
  // MODELS 1.1: two messages, one after the other.
  const double expected_s = simulation_->network.uncontended_time_s(0, 1, 1000) +
                            simulation_->network.uncontended_time_s(1, 0, 65536);
  EXPECT_NEAR(simulation_->ranks[0]->end_s, expected_s, 1e-12);
}

TEST_F(TwoRanks, WaitForAllOfSeveral) {
  const EarlyEnd& end = replay({{StartReceive{1, 1, 10}, StartReceive{1, 2, 20}, WaitAll{}},
                                {Send{0, 2, 20}, Send{0, 1, 10}}});
  EXPECT_EQ(end.why, EarlyEnd::Why::none);
}

TEST_F(TwoRanks, ACollective) {
  EXPECT_EQ(replay({{Barrier{}}, {Barrier{}}}).why, EarlyEnd::Why::none);
  EXPECT_GT(simulation_->ranks[0]->counters.messages, 0U);
}

TEST_F(TwoRanks, ADeadlockIsReported) {
  const EarlyEnd& end = replay({{Receive{1, 3, 8}}, {Receive{0, 4, 8}}});
  EXPECT_EQ(end.why, EarlyEnd::Why::deadlock);
  EXPECT_NE(end.report.find("tag 3"), std::string::npos) << end.report;
  EXPECT_NE(end.report.find("tag 4"), std::string::npos) << end.report;
}

TEST_F(TwoRanks, AnObserverSeesEachMessageOnce) {
  Counts counts;
  simulation_.emplace(models::make_short_platform("star:2", {}), options_);
  simulation_->add_observer(counts);
  const std::vector<std::vector<Action>> lists = {{Send{1, 7, 100}, Receive{1, 8, 65536}},
                                                  {Receive{0, 7, 100}, Send{0, 8, 65536}}};
  for (models::HostId host = 0; host < 2; host++) simulation_->add_rank(host);
  simulation_->make_world(0, 2);
  for (std::size_t i = 0; i < 2; i++) {
    simulation_->start(*simulation_->ranks[i],
                       [&lists, i](Rank& rank) { return Cursor(rank, lists[i]).run(); });
  }
  simulation_->run();
  EXPECT_EQ(counts.sent, 2);
  EXPECT_EQ(counts.matched, 2);
  EXPECT_EQ(counts.started, 2);
  EXPECT_EQ(counts.ended, 2);
}

TEST_F(TwoRanks, AFailedAssertionTellsTheMoment) {
  simulation_.emplace(models::make_short_platform("star:2", {}), options_);
  EXPECT_DEATH(SIM_ASSERT(false, "broken"), "broken.*\n  between ranks, at 0 s");
  simulation_.reset();
  EXPECT_DEATH(SIM_ASSERT(false, "broken"), "broken.*[^s]\n$");
}

}  // namespace
}  // namespace smpi
