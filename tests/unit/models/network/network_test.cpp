// SPDX-License-Identifier: BSD-3-Clause
//
// Closed forms of MODELS 1-3 and the life of flows: alone, sharing, cancelled, at changing links.
#include "models/network/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

// A platform of `count` hosts round one switch, and the ends of the flows started on it.
struct NetworkTest : testing::Test {
  void make(int count, const std::string& link, const std::string& config = "") {
    platform =
        make_short_platform("star:" + std::to_string(count),
                            {.host_speed = "1Gf", .link = link, .core_count = 1, .loopback = ""});
    options.declare(Network::options());
    options.set_from_argument(config);
    network = Network::make(engine, platform, options);
  }

  // Starts a flow at `time_s`; its end goes to ends[index of the call].
  void at(double time_s, HostId source, HostId destination, double size_bytes) {
    plans.push_back({source, destination, size_bytes});
    ends.push_back(-1);
    flows.push_back(0);
    engine.events().schedule(
        time_s, kernel::Priority::timer,
        [](void* self, std::uint32_t index) {
          auto* test = static_cast<NetworkTest*>(self);
          const Plan& plan = test->plans[index];
          test->flows[index] =
              test->network->start({.source = plan.source,
                                    .destination = plan.destination,
                                    .size_bytes = plan.size_bytes,
                                    .done =
                                        [](void* owner, std::uint32_t argument) {
                                          auto* ended = static_cast<NetworkTest*>(owner);
                                          ended->ends[argument] = ended->engine.now_s();
                                          ended->order.push_back(argument);
                                        },
                                    .owner = self,
                                    .argument = index});
        },
        this, static_cast<std::uint32_t>(plans.size() - 1));
  }
  void call_at(double time_s, kernel::EventHandler handler) {
    engine.events().schedule(time_s, kernel::Priority::timer, handler, this, 0);
  }
  // The engine stops with its last actor: one actor outlives the flows.
  void run() {
    engine.spawn([this] { engine.sleep(1e6); }, nullptr);
    engine.run();
  }

  struct Plan {
    HostId source;
    HostId destination;
    double size_bytes;
  };
  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Network> network;
  std::vector<Plan> plans;
  std::vector<double> ends;
  std::vector<std::uint32_t> order;  // the calls whose flows have ended
  std::vector<FlowId> flows;
};

// MODELS 1: two links of 1 GB/s and 10 us: 2e-5 x 1.9503 + 1016 / (1e9 x 0.341987).
// MODELS 1.2 and MODELS 1.7.
TEST_F(NetworkTest, OneMessageTakesTheTimeOfTheModelCheck) {
  make(2, "1GBps,10us");
  at(0, 0, 1, 1000);
  run();
  const double expected_s = 2e-5 * 1.9503 + 1016 / (1e9 * 0.341987);
  EXPECT_NEAR(ends[0], expected_s, expected_s * 1e-14);
  EXPECT_NEAR(network->uncontended_time_s(0, 1, 1000), expected_s, expected_s * 1e-14);
}

// A message without payload still carries its header.
// MODELS 1.1.
TEST_F(NetworkTest, AnEmptyMessageCarriesItsHeader) {
  make(2, "1GBps,10us");
  at(0, 0, 1, 0);
  run();
  EXPECT_NEAR(ends[0], 2e-5 * 2.01467 + 16 / (1e9 * 0.812084), 1e-17);
}

// gamma / (2 L) = 4194304 / 0.04 = 104857600 B/s is below the capacity.
// MODELS 1.4.
TEST_F(NetworkTest, AWindowBoundsTheRateOfALongRoute) {
  make(2, "1GBps,10ms", "network/model:CM02");
  at(0, 0, 1, 1e6);
  run();
  EXPECT_NEAR(ends[0], 0.02 + 1000016 / 104857600.0, 1e-12);
}

// Both directions at once: each link carries one flow and 5 % of acknowledgements of the other.
// MODELS 1.6.
TEST_F(NetworkTest, AnExchangeSharesLinksWithAcknowledgements) {
  make(2, "1GBps,10us", "network/model:LV08");
  at(0, 0, 1, 1e6);
  at(0, 1, 0, 1e6);
  run();
  const double expected_s = 2e-5 * 13.01 + 1000016 * 1.05 / (1e9 * 0.97);
  EXPECT_NEAR(ends[0], expected_s, expected_s * 1e-13);
  EXPECT_NEAR(ends[1], expected_s, expected_s * 1e-13);
}

// raw: no factors, no acknowledgements, no window: the two flows do not meet.
TEST_F(NetworkTest, RawExchangesDoNotShare) {
  make(2, "1GBps,10us", "network/model:raw network/header-size:0");
  at(0, 0, 1, 1e6);
  at(0, 1, 0, 1e6);
  run();
  EXPECT_NEAR(ends[0], 2e-5 + 1e-3, 1e-15);
  EXPECT_NEAR(ends[1], 2e-5 + 1e-3, 1e-15);
}

// Flows of one instant and one size end in the order of their starts, also when the numbers of
// earlier flows are used again.
TEST_F(NetworkTest, FlowsThatEndAtOnceDoSoInTheOrderOfTheirStarts) {
  make(2, "1GBps,10us");
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 8; i++) at(round, 0, 1, 1e6);
  }
  run();
  ASSERT_EQ(order.size(), 24U);
  for (std::uint32_t i = 0; i < 24; i++) EXPECT_EQ(order[i], i);
  EXPECT_EQ(ends[16], ends[23]);
}

// raw, 1 GB/s: A alone for 1 ms, A and B share, B ends alone. A starts at 0 with 3 MB, B at 1 ms
// with 1 MB: from 1 ms both at 0.5 GB/s; B ends at 3 ms; A has 1 MB left and ends at 4 ms.
// MODELS 1.3.
TEST_F(NetworkTest, ALaterFlowTakesItsShareAndGivesItBack) {
  make(3, "1GBps,0us", "network/model:raw network/header-size:0");
  at(0, 0, 1, 3e6);
  at(1e-3, 0, 2, 1e6);
  run();
  EXPECT_NEAR(ends[1], 3e-3, 1e-14);
  EXPECT_NEAR(ends[0], 4e-3, 1e-14);
}

TEST_F(NetworkTest, ACancelledFlowFreesItsShareAndIsNotReported) {
  make(3, "1GBps,0us", "network/model:raw network/header-size:0");
  at(0, 0, 1, 3e6);
  at(0, 0, 2, 3e6);
  call_at(2e-3, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    test->network->cancel(test->flows[1]);
  });
  run();
  EXPECT_EQ(ends[1], -1);
  EXPECT_NEAR(ends[0], 4e-3, 1e-14);
}

TEST_F(NetworkTest, AMessageToItselfUsesTheBuiltInLoopback) {
  make(2, "1GBps,10us", "network/model:CM02");
  at(0, 1, 1, 1e6);
  at(0, 1, 1, 1e6);
  run();
  EXPECT_NEAR(ends[0], 1000016 / 1e10, 1e-16);
  EXPECT_NEAR(ends[1], 1000016 / 1e10, 1e-16);
}

TEST_F(NetworkTest, ConstantTakesTheSameTimeForAll) {
  make(2, "1GBps,10us", "network/model:Constant network/latency-factor:0.25");
  at(0, 0, 1, 1e9);
  at(1, 1, 0, 0);
  run();
  EXPECT_DOUBLE_EQ(ends[0], 0.25);
  EXPECT_DOUBLE_EQ(ends[1], 1.25);
}

TEST_F(NetworkTest, OptionsOverrideTheModel) {
  make(2, "1GBps,10us",
       "network/model:LV08 network/bandwidth-factor:0.5 network/latency-factor:0:2;500000:4");
  at(0, 0, 1, 1e6);
  run();
  EXPECT_NEAR(ends[0], 2e-5 * 4 + 1000016 / 0.5e9, 1e-15);
}

TEST_F(NetworkTest, AnUnknownModelIsAnErrorWithTheNearestName) {
  try {
    make(2, "1GBps,10us", "network/model:LV80");
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("LV08"), std::string::npos) << error.what();
  }
}

// Three flows from one host to another, which is loaded by them: the penalty of the sender is
// 3 x 0.925 x 1.35 = 3.746, so that each gets less than a third of the link.
// MODELS 4.3.
TEST_F(NetworkTest, InfinibandBoundsFlowsByTheirPenalty) {
  make(8, "1GBps,0us",
       "network/model:IB network/header-size:0 network/crosstraffic:no "
       "network/bandwidth-factor:1 network/latency-factor:1");
  for (int i = 0; i < 3; i++) at(0, 0, 1, 1e6);
  run();
  for (const double end_s : ends) EXPECT_NEAR(end_s, 1e-3 * 3 * 0.925 * 1.35, 1e-14);
}

// raw, 1 GB/s: 1 MB sent in 1 ms, then at 0.5 GB/s, then the link is off for 1 ms, then at 2 GB/s.
TEST_F(NetworkTest, FlowsFollowTheCapacityAndStateOfTheirLinks) {
  make(2, "1GBps,0us", "network/model:raw network/header-size:0");
  at(0, 0, 1, 3e6);
  call_at(1e-3, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    const LinkId up = *test->platform.find_link("star_link_0_UP");
    test->platform.links.bandwidth_bytes_per_s[up] = 0.5e9;
    test->network->link_changed(up);
  });
  call_at(2e-3, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    const LinkId up = *test->platform.find_link("star_link_0_UP");
    test->platform.links.is_on[up] = 0;
    test->network->link_changed(up);
    EXPECT_NEAR(test->network->link_usage_bytes_per_s(up), 0, 0);
  });
  call_at(3e-3, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    for (const char* name : {"star_link_0_UP", "star_link_1_DOWN"}) {
      const LinkId link = *test->platform.find_link(name);
      test->platform.links.is_on[link] = 1;
      test->platform.links.bandwidth_bytes_per_s[link] = 2e9;
      test->network->link_changed(link);
    }
  });
  run();
  EXPECT_NEAR(ends[0], 3e-3 + 1.5e6 / 2e9, 1e-14);
}

// SMPI: penalties depend on capacity and latency, so a change of either moves the shares. Two
// flows of 10 MB into host 2, one from host 0 (its link slows to 0.6 GB/s at 1 ms), one from host
// 1; simulated again with the work that is left as flows of their own, they end alike.
// MODELS 1.5.
TEST_F(NetworkTest, AChangedLinkCountsWithItsNewLatencyAndCapacity) {
  make(3, "1GBps,10us",
       "network/header-size:0 network/bandwidth-factor:1 network/latency-factor:1");
  at(0, 0, 2, 1e7);
  at(0, 1, 2, 1e7);
  call_at(1e-3, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    const LinkId up = *test->platform.find_link("star_link_0_UP");
    test->platform.links.bandwidth_bytes_per_s[up] = 0.6e9;
    test->platform.links.latency_s[up] = 30e-6;
    test->network->link_changed(up);
  });
  run();
  // From 20 us to 1 ms both at 0.5 GB/s; then shares go as 1 / P.
  const double left = 1e7 - 0.5e9 * (1e-3 - 20e-6);
  const double slow_penalty = 40e-6 + 8775 / 0.6e9 + 8775 / 1e9;
  const double fast_penalty = 20e-6 + 2 * 8775 / 1e9;
  const double fast_rate = 1e9 * slow_penalty / (slow_penalty + fast_penalty);
  const double fast_end_s = 1e-3 + left / fast_rate;
  EXPECT_NEAR(ends[1], fast_end_s, 1e-12);
  const double slow_left = left - (1e9 - fast_rate) * (fast_end_s - 1e-3);
  EXPECT_NEAR(ends[0], fast_end_s + slow_left / 0.6e9, 1e-12);
}

// MODELS 10.1: link 5 (into host 2) is shared by a flow from host 0, whose links have no latency,
// and one from host 1, whose link has 1 ms. No factors, weight-S 8775, 1 GB/s: penalties 2 x
// 8775/1e9 and 1e-3 + 2 x 8775/1e9. The first is alone until 1 ms, then has the share of its
// penalty, (1e-3 + p) / (1e-3 + 2 p) with p = 17.55 us.
TEST_F(NetworkTest, AFlowWithoutLatencyDoesNotStarve) {
  make(3, "1GBps,1ms", "network/weight-S:8775");
  options.set_from_argument("network/model:CM02");
  options.set_from_argument("network/crosstraffic:no");
  options.set_from_argument("network/TCP-gamma:0");
  for (const LinkId link : {0, 5}) platform.links.latency_s[link] = 0;
  network = Network::make(engine, platform, options);
  const double size = 10e6;
  at(0, 0, 2, size);
  at(0, 1, 2, 10 * size);
  run();
  const double p = 2 * 8775 / 1e9;
  const double rate = 1e9 * (1e-3 + p) / (1e-3 + 2 * p);
  EXPECT_NEAR(ends[0], 1e-3 + (size + 16 - 1e6) / rate, 1e-9);
}

// A long row of flows on one link that never falls idle: no error builds up.
TEST_F(NetworkTest, NoDriftOnALinkThatIsNeverIdle) {
  make(3, "1GBps,0us", "network/model:raw network/header-size:0");
  constexpr int count = 20000;
  at(0, 0, 1, 1e6 * (count + 1));
  for (int i = 0; i < count; i++) at(i * 2e-3, 0, 2, 1e6);  // each shares: 2 ms
  run();
  for (int i = 0; i < count; i++) {
    ASSERT_NEAR(ends[static_cast<std::size_t>(i) + 1], (i + 1) * 2e-3, 1e-12 * (i + 1)) << i;
  }
  EXPECT_NEAR(ends[0], count * 2e-3 + 1e-3, 1e-9);
}

// Gathered for a microsecond: a flow alone still takes its exact time, also one that is shorter.
TEST_F(NetworkTest, AGatheredFlowDrainsFromItsStart) {
  make(3, "1GBps,0us", "network/model:raw network/header-size:0");
  network->gather_changes(1e-6);
  at(0, 0, 1, 1e6);
  at(1, 0, 1, 1e6);
  at(1 + 1e-3 + 1e-7, 0, 2, 10);  // begins while the end before it is gathered
  run();
  EXPECT_NEAR(ends[0], 1e-3, 1e-15);
  EXPECT_NEAR(ends[1], 1 + 1e-3, 1e-12);
  EXPECT_GT(ends[2], 1 + 1e-3 + 1e-7);
  EXPECT_LT(ends[2], 1 + 1e-3 + 1.2e-6);
}

// 1,000 flows that start 0.1 ns after each other: shares are computed in each nanosecond, not for
// each of them, and nobody ends later than by that. One of them is cancelled while changes gather.
TEST_F(NetworkTest, GatheredFlowsAreSharedOutTogether) {
  make(3, "1GBps,0us", "network/model:raw network/header-size:0");
  network->gather_changes(1e-9);
  constexpr int count = 1000;
  for (int i = 0; i < count; i++) at(i * 1e-10, 0, i % 2 == 0 ? 1 : 2, 1e3);
  call_at(50.5e-10, [](void* self, std::uint32_t) {
    auto* test = static_cast<NetworkTest*>(self);
    test->network->cancel(test->flows[50]);
  });
  run();
  EXPECT_EQ(ends[50], -1);
  EXPECT_LT(network->statistics().solve_count, 500U);
  const double all_s = (count - 1) * 1e3 / 1e9;
  EXPECT_NEAR(*std::max_element(ends.begin(), ends.end()), all_s, 3e-9);
  for (std::size_t i = 52; i < count; i++) EXPECT_GE(ends[i], ends[i - 1]) << i;
}

TEST_F(NetworkTest, CountsItsFlows) {
  make(2, "1GBps,10us");
  at(0, 0, 1, 1000);
  at(1, 0, 1, 500);
  run();
  EXPECT_EQ(network->statistics().flow_count, 2U);
}

}  // namespace
}  // namespace smpi::models
