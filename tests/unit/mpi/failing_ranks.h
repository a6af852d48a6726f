// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks without a program, some of which fail at given times: what the tests of failures share.
// All others learn of a failure at once.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <vector>

#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/consensus.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "models/readers/short_platform.h"

namespace smpi {

struct Death {
  std::uint32_t rank;
  double at_s;
};

class FailingRanks : public testing::Test {
 protected:
  static constexpr std::uint32_t rank_count = 4;

  FailingRanks() {
    AssembledSimulation::declare_options(options_);
    options_.set("smpi/simulate-computation", "no");
    simulation_.emplace(models::make_short_platform("star:4", {}), options_);
    for (models::HostId host = 0; host < rank_count; host++) simulation_->add_rank(host);
    simulation_->make_world(0, rank_count);
  }

  // Each rank does `body`; those of `deaths` no longer from their time on. Nobody else hangs.
  void run(const std::vector<Death>& deaths, const std::function<void(Rank&)>& body) {
    for (const Death& death : deaths) {
      simulation_->engine.events().schedule(
          death.at_s, kernel::Priority::timer,
          [](void* self, std::uint32_t rank) { static_cast<FailingRanks*>(self)->fail(rank); },
          this, death.rank);
    }
    for (Rank* rank : simulation_->ranks) {
      simulation_->start(*rank, [&body](Rank& self) {
        self.phase = Phase::running;
        body(self);
        self.phase = Phase::finalized;
        return 0;
      });
    }
    const EarlyEnd& end = simulation_->run();
    EXPECT_EQ(end.why, EarlyEnd::Why::none) << end.report;
  }

  double now_s() const { return simulation_->engine.now_s(); }
  void sleep_until(double time_s) { simulation_->engine.sleep(time_s - now_s()); }

  kernel::Options options_;
  std::optional<AssembledSimulation> simulation_;

 private:
  void fail(std::uint32_t process) {
    Rank* const rank = simulation_->ranks[process];
    rank->phase = Phase::ended;
    rank->lost_host = true;
    simulation_->engine.abandon_owned(
        [](void* owner, const void* ended) {
          return owner != nullptr && static_cast<Strand*>(owner)->rank == ended;
        },
        rank);
    p2p::lose_processes(*simulation_, {&rank, 1});
    p2p::announce_failures(*simulation_, {&rank, 1});
    comm::look_at_consensuses(*simulation_);
  }
};

}  // namespace smpi
