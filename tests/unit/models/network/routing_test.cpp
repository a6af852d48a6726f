// SPDX-License-Identifier: BSD-3-Clause
//
// Rates that routing policies give to patterns with closed forms, and how policies choose.
#include "models/network/routing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/error.h"
#include "models/network/network.h"
#include "models/network/routes.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

constexpr double cable_bytes_per_s = 1e9;

// Without latency: else flows on longer ways would get less of a link.
Platform platform_of(const std::string& text) {
  return make_short_platform(
      text, {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 1, .loopback = ""});
}

using Pattern = std::function<HostId(HostId)>;

// The rate of each host's flow to pattern(host), in cables, when all of them run.
class Rates {
 public:
  Rates(const std::string& text, const std::string& config, const Pattern& pattern)
      : platform(platform_of(text)) {
    options.declare(Network::options());
    options.set_from_argument("network/model:raw " + config);
    network = Network::make(engine, platform, options);
    engine.spawn(
        [&] {
          for (HostId host = 0; host < platform.hosts.count(); host++) {
            network->start({.source = host,
                            .destination = pattern(host),
                            .size_bytes = 1e15,
                            .done = [](void*, std::uint32_t) {},
                            .owner = nullptr,
                            .argument = 0});
          }
          engine.sleep(1);
          for (HostId host = 0; host < platform.hosts.count(); host++) {
            Route route;
            platform.route(host, pattern(host), route);
            const double usage = network->link_usage_bytes_per_s(route.links[0]);
            shares.push_back(usage / cable_bytes_per_s);
          }
        },
        nullptr);
    engine.run();
  }
  double mean() const {
    return std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
  }
  double least() const { return *std::min_element(shares.begin(), shares.end()); }
  double most() const { return *std::max_element(shares.begin(), shares.end()); }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Network> network;
  std::vector<double> shares;
};

std::string error_of(const std::string& text, const std::string& config) {
  try {
    kernel::Options options;
    options.declare(Network::options());
    options.set_from_argument(config);
    kernel::Engine engine;
    Platform platform = platform_of(text);
    Network::make(engine, platform, options);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return {};
}

// All hosts of a group of df:2,4,2,9 to the next group, which one cable joins to it.
HostId next_group(HostId host) {
  return (host + 8) % 72;
}

TEST(Routing, MinimalWaysOfADragonflyShareOneCable) {
  const Rates rates("df:2,4,2,9", "", next_group);
  EXPECT_NEAR(rates.least(), 1.0 / 8, 1e-3);
  EXPECT_NEAR(rates.most(), 1.0 / 8, 1e-3);
}

// The worst links carry 16/7 flows.
// MODELS 11.5.
TEST(Routing, ValiantSpreadIsTheFluidLimit) {
  const Rates rates("df:2,4,2,9", "network/routing:valiant-spread", next_group);
  EXPECT_NEAR(rates.least(), 7.0 / 16, 4e-3);
  EXPECT_NEAR(rates.most(), 7.0 / 16, 4e-3);
}

// MODELS 11.4.
TEST(Routing, DetoursOfADragonflyKeepTheirRates) {
  double sums[4] = {};
  double least_global = 1;
  for (int seed = 1; seed <= 8; seed++) {
    const std::string suffix = " network/routing-seed:" + std::to_string(seed);
    const char* names[] = {"valiant", "ugal-l", "ugal-g", "par"};
    for (int i = 0; i < 4; i++) {
      const Rates rates("df:2,4,2,9", std::string("network/routing:") + names[i] + suffix,
                        next_group);
      sums[i] += rates.mean() / 8;
      if (i == 2) least_global = std::min(least_global, rates.least());
    }
  }
  EXPECT_NEAR(sums[0], 0.31, 0.03);
  EXPECT_NEAR(sums[1], 0.39, 0.04);
  EXPECT_NEAR(sums[2], 0.45, 0.04);
  EXPECT_GE(sums[3], 0.36);
  EXPECT_GE(least_global, 0.2);
}

// hyperx:4x4, all hosts of (x, y) to one host of (x + 1, y): DOR uses one cable of each row.
HostId next_in_row(HostId host) {
  const HostId router = host / 4;
  return (router / 4 * 4 + (router + 1) % 4) * 4 + host % 4;
}

// MODELS 11.6 and MODELS 11.7.
TEST(Routing, DeroutesOfAHyperXKeepTheirRates) {
  const Rates minimal("hyperx:4x4;hosts=4", "", next_in_row);
  EXPECT_NEAR(minimal.most(), 0.25, 3e-3);
  const Rates dal("hyperx:4x4;hosts=4", "network/routing:dal", next_in_row);
  EXPECT_NEAR(dal.mean(), 0.41, 0.02);
  EXPECT_NEAR(dal.least(), 1.0 / 3, 4e-3);
  const Rates omniwar("hyperx:4x4;hosts=4", "network/routing:omniwar", next_in_row);
  EXPECT_NEAR(omniwar.mean(), 0.44, 0.02);
  EXPECT_NEAR(omniwar.least(), 0.25, 3e-3);
}

Rates shift(const std::string& tree, const std::string& config, HostId distance) {
  return Rates(tree, config, [&](HostId host) { return (host + distance) % 16; });
}

// Full trees give every shift the whole cable; half and a quarter of the roots the same share when
// all flows cross them.
// MODELS 11.2.
TEST(Routing, DmodkOfFullTreesGivesEveryShiftItsCable) {
  for (HostId distance = 1; distance < 16; distance++) {
    for (const char* policy : {"network/routing:dmodk", "network/routing:smodk",
                               "network/routing:spread", "network/routing:minimal"}) {
      EXPECT_NEAR(shift("fat-tree:2;4,4;1,4;1,1", policy, distance).least(), 1, 1e-2)
          << policy << " " << distance;
    }
  }
  for (const char* policy : {"network/routing:dmodk", "network/routing:spread"}) {
    EXPECT_NEAR(shift("fat-tree:2;4,4;1,2;1,1", policy, 4).most(), 0.5, 5e-3) << policy;
    EXPECT_NEAR(shift("fat-tree:2;4,4;1,1;1,1", policy, 4).most(), 0.25, 3e-3) << policy;
  }
  double least = 1;
  for (HostId distance = 4; distance <= 12; distance++) {
    least = std::min(least,
                     shift("fat-tree:2;4,4;1,4;1,1", "network/routing:random", distance).least());
  }
  EXPECT_LT(least, 0.75);
}

// MODELS 11.3.
TEST(Routing, AdaptiveClimbsToFreePorts) {
  for (HostId distance = 4; distance <= 12; distance += 4) {
    const auto rates = shift("fat-tree:2;4,4;1,4;1,1", "network/routing:adaptive", distance);
    EXPECT_GT(rates.mean(),
              shift("fat-tree:2;4,4;1,4;1,1", "network/routing:random", distance).mean());
  }
}

// The mean of the links' loads over seeds of `random` is what `spread` says.
TEST(Routing, SpreadIsTheMeanOfRandom) {
  for (const char* text : {"fat-tree:2;4,4;1,4;1,2", "hyperx:3x3x3", "mesh:3x4x2", "torus:4x4x4",
                           "slimfly:5;hosts=1", "jellyfish:20,4;seed=3"}) {
    const Platform platform = platform_of(text);
    const auto to = static_cast<HostId>(platform.hosts.count() - 1);
    kernel::Options options;
    options.declare(Network::options());
    options.set_from_argument("network/model:raw");
    const NetworkConfig config(options);
    RouteCache cache(platform, config);
    std::map<LinkId, double> spread;
    std::map<LinkId, double> random;
    const RouteId route = cache.acquire(0, to, choice_of(WayKind::spread));
    for (const LinkUse& use : cache.uses(route)) {
      spread[use.link] = use.weight * cache.facts(route).penalty;
    }
    for (std::uint64_t seed = 0; seed < 1000; seed++) {
      RoutingConfig drawn;
      drawn.rule = RoutingRule::random;
      drawn.seed = seed;
      Routing routing(platform, drawn);
      Route way;
      ASSERT_TRUE(find_way(platform, 0, to, routing.choose(0, to, 1e6), way));
      for (const LinkId link : way.links) random[link] += 1.0 / 1000;
    }
    ASSERT_EQ(spread.size(), random.size()) << text;
    for (const auto& [link, share] : spread) EXPECT_NEAR(random[link], share, 0.05) << text;
  }
}

// Acknowledgements go back on the chosen way; under way 0 they take the way 0 of the other side.
// MODELS 11.8.
TEST(Routing, AcknowledgementsFollowTheChosenWay) {
  const Platform platform = platform_of("hyperx:4x4");
  kernel::Options options;
  options.declare(Network::options());
  options.set_from_argument("network/model:CM02");
  const NetworkConfig config(options);
  RouteCache cache(platform, config);
  for (const Choice choice : {Choice{1}, ValiantWay{.number = 7}.choice()}) {
    Route way;
    ASSERT_TRUE(find_way(platform, 0, 15, choice, way));
    const RouteId route = cache.acquire(0, 15, choice);
    std::map<LinkId, double> uses;
    for (const LinkUse& use : cache.uses(route)) {
      uses[use.link] = use.weight * cache.facts(route).penalty;
    }
    ASSERT_EQ(uses.size(), 2 * way.links.size());
    for (const LinkId link : way.links) {
      EXPECT_NEAR(uses[link], 1, 1e-9);
      EXPECT_NEAR(uses[link ^ 1U], 0.05, 1e-9);
    }
  }
}

TEST(Routing, SmallMessagesTakeWayZero) {
  const Platform platform = platform_of("hyperx:4x4x4");
  for (auto rule = RoutingRule::ecmp; rule < RoutingRule::shortest;
       rule = static_cast<RoutingRule>(static_cast<int>(rule) + 1)) {
    if (rule == RoutingRule::par) continue;
    RoutingConfig config;
    config.rule = rule;
    Routing routing(platform, config);
    EXPECT_EQ(routing.choose(0, 63, 8191), 0U) << name_of(rule);
    EXPECT_EQ(routing.choose(5, 5, 1e6), 0U) << name_of(rule);
  }
}

// MODELS 11.1.
TEST(Routing, DrawsDependOnPairSeedAndMessageAlone) {
  const Platform platform = platform_of("hyperx:4x4x4x4");
  RoutingConfig config;
  config.rule = RoutingRule::random;
  Routing one(platform, config);
  Routing other(platform, config);
  std::vector<Choice> ways;
  for (int i = 0; i < 20; i++) {
    other.choose(3, 9, 1e6);  // of another pair
    ways.push_back(one.choose(0, 255, 1e6));
    EXPECT_EQ(ways.back(), other.choose(0, 255, 1e6));
  }
  EXPECT_GT(std::set<Choice>(ways.begin(), ways.end()).size(), 8U);
  config.rule = RoutingRule::ecmp;
  Routing ecmp(platform, config);
  const Choice way = ecmp.choose(0, 255, 1e6);
  for (int i = 0; i < 20; i++) EXPECT_EQ(ecmp.choose(0, 255, 1e6), way);
}

TEST(Routing, RefusesWhatATopologyCannotDo) {
  EXPECT_NE(error_of("clos:4", "network/routing:valiant")
                .find("possible here: minimal, ecmp, "
                      "random, dmodk, smodk, adaptive, "
                      "spread"),
            std::string::npos)
      << error_of("clos:4", "network/routing:valiant");
  EXPECT_NE(error_of("torus:4x4", "network/routing:par"), "");
  EXPECT_NE(error_of("df:2,4,2,9", "network/routing:dal"), "");
  EXPECT_NE(error_of("slimfly:5", "network/routing:ksp:4"), "");
  EXPECT_NE(error_of("hyperx:4x4", "network/routing:omniwar:99").find("at most"),
            std::string::npos);
  EXPECT_EQ(error_of("jellyfish:20,4", "network/routing:ksp:4"), "");
  EXPECT_EQ(error_of("dragonfly:3,4;4,3;5,1;2", "network/routing:par"), "");
}

}  // namespace
}  // namespace smpi::models
