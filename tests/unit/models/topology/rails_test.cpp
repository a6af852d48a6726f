// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts with several rails: the copies of the network, and which of them messages take.
#include "models/topology/rails.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/error.h"
#include "models/network/network.h"
#include "models/network/routing.h"
#include "models/platform/describe.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Route route_on(const Platform& platform, HostId from, HostId to, std::uint32_t rail) {
  Route route;
  EXPECT_TRUE(find_way(platform, from, to, on_rail(0, rail), route));
  return route;
}

class Rails : public testing::TestWithParam<const char*> {};

// Rail r has the links of the topology alone, in the same order.
TEST_P(Rails, AreCopiesOfOneNetwork) {
  const std::string text = GetParam();
  const Platform one = make_short_platform(text, {});
  const Platform three = make_short_platform(text + ";rails=3", {});
  ASSERT_EQ(three.hosts.count(), one.hosts.count());
  ASSERT_EQ(three.links.count(), 3 * one.links.count());
  ASSERT_EQ(three.switches.count(), 3 * one.switches.count());
  Route wanted;
  for (HostId from = 0; from < one.hosts.count(); from++) {
    for (HostId to = 0; to < one.hosts.count(); to++) {
      if (from == to) continue;
      one.route(from, to, wanted);
      for (std::uint32_t rail = 0; rail < 3; rail++) {
        Route found = route_on(three, from, to, rail);
        for (LinkId& link : found.links) link -= rail * static_cast<LinkId>(one.links.count());
        ASSERT_EQ(found.links, wanted.links);
        ASSERT_EQ(found.latency_s, wanted.latency_s);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Topologies, Rails,
                         testing::Values("star:4", "fat-tree:2;2,3;1,2;1,1", "torus:3x2",
                                         "df:1,2,1,3", "dragonfly:3,1;2,1;2,1;2",
                                         "hyperx:2x3;hosts=2", "slimfly:3;hosts=1"));

TEST(RailsOfPlatforms, AreDescribedTogether) {
  const std::string text = describe_platform(make_short_platform("df:1,2,1,3;rails=2", {}), "", "");
  EXPECT_NE(text.find("2 rails"), std::string::npos) << text;
  EXPECT_NE(text.find("routers     12 of"), std::string::npos) << text;
}

TEST(RailsOfPlatforms, KindsOfLinksNameThem) {
  ShortPlatformOptions options;
  options.kind_links = {"rail=1GBps,1us"};
  const Platform platform = make_short_platform("star:2;rails=2", options);
  EXPECT_EQ(platform.links.bandwidth_bytes_per_s[0], 1e9);
  EXPECT_THROW(make_short_platform("star:2", options), kernel::InputError);
}

TEST(RailsOfPlatforms, RefusesWrongNumbers) {
  for (const char* text : {"star:2;rails=0", "star:2;rails=9", "star:2;rails=x",
                           "star:2;rails=", "star:2;rails=2;rails=2"}) {
    EXPECT_THROW(make_short_platform(text, {}), kernel::InputError) << text;
  }
}

RoutingConfig rule(RailRule rail_rule) {
  RoutingConfig config;
  config.rail_rule = rail_rule;
  return config;
}

// MODELS 11.10.
TEST(RailPolicies, RoundRobinTakesTurnsPerPair) {
  const Platform platform = make_short_platform("star:4;rails=3", {});
  Routing routing(platform, rule(RailRule::round_robin));
  std::vector<std::uint32_t> first, second;
  for (int turn = 0; turn < 6; turn++) {
    first.push_back(rail_of(routing.choose(0, 1, 1e6)));
    second.push_back(rail_of(routing.choose(0, 2, 1e6)));
  }
  EXPECT_EQ(first, (std::vector<std::uint32_t>{1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(second, (std::vector<std::uint32_t>{2, 0, 1, 2, 0, 1}));
}

TEST(RailPolicies, HashStaysPerPairAndSpreadsPairs) {
  const Platform platform = make_short_platform("star:64;rails=4", {});
  Routing routing(platform, rule(RailRule::hash));
  std::set<std::uint32_t> seen;
  for (HostId to = 1; to < 64; to++) {
    const std::uint32_t rail = rail_of(routing.choose(0, to, 1e6));
    EXPECT_EQ(rail_of(routing.choose(0, to, 1e6)), rail);
    seen.insert(rail);
  }
  EXPECT_EQ(seen.size(), 4);
}

TEST(RailPolicies, AdaptiveTakesTheEmptiestCables) {
  const Platform platform = make_short_platform("star:4;rails=2", {});
  Routing routing(platform, rule(RailRule::adaptive));
  EXPECT_EQ(rail_of(routing.choose(0, 1, 1e6)), 0);
  const Route route = route_on(platform, 0, 1, 0);
  std::vector<LinkUse> uses;
  for (const LinkId link : route.links) uses.push_back({link, 0, 1});
  routing.flow_starts(uses, 1);
  EXPECT_EQ(rail_of(routing.choose(0, 2, 1e6)), 1);
  routing.flow_ends(uses, 1);
  EXPECT_EQ(rail_of(routing.choose(0, 2, 1e6)), 0);
}

// Times of messages of 1 GB over cables of 1 GB/s, all at once.
struct RailTimes : testing::Test {
  std::vector<double> run(const std::string& policy, int count) {
    Platform platform = make_short_platform("star:2;rails=2", {.link = "1GBps,0us"});
    kernel::Options options;
    options.declare(Network::options());
    options.set_from_argument("network/model:raw network/header-size:0 network/rail-policy:" +
                              policy);
    kernel::Engine engine;
    const auto network = Network::make(engine, platform, options);
    std::vector<double> ends;
    struct Log {
      kernel::Engine* engine;
      std::vector<double>* ends;
    } log{&engine, &ends};
    engine.spawn(
        [&] {
          for (int message = 0; message < count; message++) {
            network->start({.source = 0,
                            .destination = 1,
                            .size_bytes = 1e9,
                            .done =
                                [](void* self, std::uint32_t) {
                                  auto* seen = static_cast<Log*>(self);
                                  seen->ends->push_back(seen->engine->now_s());
                                },
                            .owner = &log,
                            .argument = 0});
          }
          engine.sleep(10);
        },
        nullptr);
    engine.run();
    return ends;
  }
};

TEST_F(RailTimes, TwoMessagesTakeARailEach) {
  for (const char* policy : {"round-robin", "adaptive", "stripe:2GB"}) {
    EXPECT_EQ(run(policy, 2), (std::vector<double>{1, 1})) << policy;
  }
}

TEST_F(RailTimes, AStripedMessageTakesAll) {
  EXPECT_EQ(run("stripe:1MB", 1), (std::vector<double>{0.5}));
  const std::vector<double> both = run("stripe:1MB", 2);
  ASSERT_EQ(both.size(), 2U);
  for (const double end_s : both) EXPECT_DOUBLE_EQ(end_s, 1);
}

}  // namespace
}  // namespace smpi::models
