// SPDX-License-Identifier: BSD-3-Clause
//
// Penalties of MODELS 4 in closed form, with Be = 0.965, Bs = 0.925, ys = 1.35.
#include "models/network/infiniband.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace smpi::models {
namespace {

struct InfinibandTest : testing::Test {
  InfinibandContention contention{InfinibandFactors{}, 8};
};

TEST_F(InfinibandTest, ALoneFlowHasNoPenalty) {
  contention.flow_starts(0, 0, 1);
  contention.update();
  EXPECT_EQ(contention.penalty(0), 1);
}

// Two flows out of one host, to idle receivers: 2 x Bs.
TEST_F(InfinibandTest, SeveralFlowsOutOfOneHost) {
  contention.flow_starts(0, 0, 1);
  contention.flow_starts(1, 0, 2);
  EXPECT_EQ(contention.update().size(), 2U);
  EXPECT_DOUBLE_EQ(contention.penalty(0), 2 * 0.925);
  EXPECT_DOUBLE_EQ(contention.penalty(1), 2 * 0.925);
}

// Three flows into one host: from each of two sources one, 1 x Be x 2 sources; with a third, 3.
// MODELS 4.2.
TEST_F(InfinibandTest, SeveralFlowsIntoOneHost) {
  contention.flow_starts(0, 1, 0);
  contention.flow_starts(1, 2, 0);
  contention.update();
  EXPECT_DOUBLE_EQ(contention.penalty(0), 2 * 0.965);
  contention.flow_starts(2, 3, 0);
  EXPECT_EQ(contention.update().size(), 3U);
  EXPECT_DOUBLE_EQ(contention.penalty(0), 3 * 0.965);
}

// Host 1 sends to 0 and to 4; 0 receives three flows: 2 x Bs x ys for both flows of host 1.
// MODELS 4.1.
TEST_F(InfinibandTest, ALoadedReceiverSlowsAllFlowsOfItsSenders) {
  contention.flow_starts(0, 1, 0);
  contention.flow_starts(1, 1, 4);
  contention.flow_starts(2, 2, 0);
  contention.update();
  EXPECT_DOUBLE_EQ(contention.penalty(1), 2 * 0.925);
  contention.flow_starts(3, 3, 0);
  contention.update();
  EXPECT_DOUBLE_EQ(contention.penalty(1), 2 * 0.925 * 1.35);
  EXPECT_DOUBLE_EQ(contention.penalty(0), std::max(2 * 0.925 * 1.35, 3 * 0.965));
}

TEST_F(InfinibandTest, AnEndTakesThePenaltyBack) {
  contention.flow_starts(0, 1, 0);
  contention.flow_starts(1, 2, 0);
  contention.flow_starts(2, 2, 0);
  contention.update();
  EXPECT_DOUBLE_EQ(contention.penalty(1), std::max(2 * 0.925 * 1.35, 2 * 0.965 * 2));
  contention.flow_ends(1);
  contention.flow_ends(2);
  EXPECT_EQ(contention.update(), std::vector<std::uint32_t>{0});
  EXPECT_EQ(contention.penalty(0), 1);
}

// Changes reach exactly the flows they concern: the penalties after random starts and ends equal
// those of the same flows started at once.
TEST_F(InfinibandTest, PenaltiesDoNotDependOnHistory) {
  std::mt19937 random(3);
  std::uniform_int_distribution<HostId> host(0, 7);
  struct Flow {
    std::uint32_t id;
    HostId source;
    HostId destination;
  };
  std::vector<Flow> flows;
  for (std::uint32_t step = 0; step < 2000; step++) {
    if (flows.size() < 3 || (flows.size() < 20 && host(random) < 4)) {
      flows.push_back({step, host(random), host(random)});
      contention.flow_starts(step, flows.back().source, flows.back().destination);
    } else {
      const auto ended = flows.begin() + host(random) % 3;
      contention.flow_ends(ended->id);
      flows.erase(ended);
    }
    contention.update();
    InfinibandContention fresh(InfinibandFactors{}, 8);
    for (const Flow& flow : flows) fresh.flow_starts(flow.id, flow.source, flow.destination);
    fresh.update();
    for (const Flow& flow : flows) {
      ASSERT_DOUBLE_EQ(contention.penalty(flow.id), fresh.penalty(flow.id)) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace smpi::models
