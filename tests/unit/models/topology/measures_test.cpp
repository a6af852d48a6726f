// SPDX-License-Identifier: BSD-3-Clause
//
// What --describe-platform says of networks: bisection, saturation, ways; and cables of kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "models/network/network.h"
#include "models/network/policy_loads.h"
#include "models/platform/describe.h"
#include "models/platform/uniform_traffic.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform with_kinds(const std::string& text, const std::vector<std::string>& kinds) {
  ShortPlatformOptions options;
  options.link = "1GBps,1us";
  options.kind_links = kinds;
  return make_short_platform(text, options);
}

void expect_in_description(const char* description, const std::vector<const char*>& lines) {
  const std::string text = describe_platform(make_short_platform(description, {}));
  for (const char* line : lines)
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

// Numbers of switches and cables of trees, and distances between nodes of grids, known beforehand.
TEST(Measures, RoutersOfTreesAndGrids) {
  expect_in_description("kary-tree:4,3", {"routers     48 of 4 to 8 ports\n",
                                          "cables      64 level1, 64 level2, 64 level3\n"});
  expect_in_description("clos:4", {"routers     20 of 4 ports\n"});
  expect_in_description("torus:4x4x4",
                        {"routers     64 of 6 ports\n", "cables      64 dim1, 64 dim2, 64 dim3\n",
                         "distance    3.047619 cables", ", 6 at most\n"});
  expect_in_description("torus:8x8", {"distance    4.063492 cables", ", 8 at most\n"});
  expect_in_description("torus:3x1x5", {"routers     15 of 4 ports\n"});
  expect_in_description("mesh:4x4",
                        {"routers     16 of 2 to 4 ports\n", "cables      12 dim1, 12 dim2\n",
                         "distance    2.666667 cables", ", 6 at most\n"});
}

struct BisectionRow {
  const char* text;
  double low;  // what the bounds must not leave
  double high;
};

// Cables between two halves of the routers. Exact values where they are known, else an interval:
// lambda_2 R/4 below, the best cut that others found above.
TEST(Measures, BisectionIsBetweenItsBounds) {
  const BisectionRow rows[] = {{"hyperx:4x4", 16, 16},           {"hyperx:4x3x2", 12, 12},
                               {"hypercube:6", 32, 32},          {"df:2,4,2,9", 13, 20},
                               {"slimfly:5;hosts=1", 63, 65},    {"slimfly:7;hosts=1", 172, 175},
                               {"slimfly:9;hosts=1", 365, 395},  {"polarfly:7;hosts=1", 77, 80},
                               {"polarfly:11;hosts=1", 289, 299}};
  for (const BisectionRow& row : rows) {
    SCOPED_TRACE(row.text);
    const Platform platform = make_short_platform(row.text, {});
    const auto shape = platform.zones[0]->shape(platform);
    ASSERT_TRUE(shape && shape->routers);
    EXPECT_LE(shape->routers->bisection_low, row.high);
    EXPECT_GE(shape->routers->bisection_low, std::min(row.low, 16.0) - 4);
    EXPECT_GE(shape->routers->bisection_high, row.low);
    EXPECT_LE(shape->routers->bisection_high, row.high);
    EXPECT_LE(shape->routers->bisection_low, shape->routers->bisection_high);
  }
}

// lambda_2 is q of Slim Fly, q + 1 - sqrt(q) of PolarFly, so the lower bound is known.
TEST(Measures, LowerBoundIsThatOfTheSpectrum) {
  const std::pair<const char*, double> rows[] = {
      {"slimfly:5;hosts=1", 63},   // 5 x 50/4 = 62.5
      {"slimfly:7;hosts=1", 172},  // 7 x 98/4 = 171.5
      {"slimfly:8;hosts=1", 256},  // 8 x 128/4
      {"polarfly:4;hosts=1", 16},  // 3 x 10 x 11/21 = 15.7
      {"hypercube:6", 32},         // 2 x 64/4
      {"hyperx:4x4", 16}};         // 4 x 16/4
  for (const auto& [text, low] : rows) {
    const Platform platform = make_short_platform(text, {});
    EXPECT_EQ(platform.zones[0]->shape(platform)->routers->bisection_low, low) << text;
  }
}

double largest_load(const Platform& platform, const UniformTraffic& traffic, const char* kind) {
  double largest = 0;
  for (LinkId link = 0; link < platform.links.count(); link++) {
    if (platform.links.name[link].find(kind) == std::string_view::npos) continue;
    largest = std::max(largest, traffic.loads[link]);
  }
  return largest;
}

TEST(Measures, UniformTrafficOfADragonflyFillsHostsFirst) {
  const Platform platform = make_short_platform("df:2,4,2,9", {});
  const UniformTraffic traffic = uniform_traffic(platform);
  EXPECT_NEAR(largest_load(platform, traffic, "_local_"), 68.0 / 71, 1e-12);
  EXPECT_NEAR(largest_load(platform, traffic, "_global_"), 64.0 / 71, 1e-12);
  EXPECT_NEAR(largest_load(platform, traffic, "_host_"), 1, 1e-12);
  EXPECT_EQ(traffic.saturation, 1);
}

TEST(Measures, UniformTrafficOfASlimFlyFillsItsCables) {
  const Platform platform = make_short_platform("slimfly:5;hosts=4", {});
  const UniformTraffic traffic = uniform_traffic(platform);
  EXPECT_NEAR(largest_load(platform, traffic, "_link_"), 1.0452, 1e-4);
  EXPECT_NEAR(traffic.saturation, 0.957, 1e-3);
  EXPECT_NE(describe_platform(platform).find("saturation  0.9567"), std::string::npos)
      << describe_platform(platform);
}

UniformTraffic traffic_of(const Platform& platform, const std::string& policy) {
  kernel::Options options;
  options.declare(Network::options());
  options.set_from_argument("network/routing:" + policy);
  const auto ways = policy_loads(platform, options);
  EXPECT_TRUE(ways) << policy;
  return uniform_traffic(platform, ways ? &*ways : nullptr);
}

bool is_possible(const Platform& platform, const std::string& policy) {
  kernel::Options options;
  options.declare(Network::options());
  options.set_from_argument("network/routing:" + policy);
  try {
    return policy_loads(platform, options).has_value();
  } catch (const kernel::InputError&) {
    return false;
  }
}

TEST(Measures, UniformTrafficOnTheWaysOfAPolicy) {
  // Each of 4 hosts on a leaf sends 12/15 of its messages over one of 2 cables up.
  const Platform tree = make_short_platform("fat-tree:2;4,4;1,2;1,1", {});
  EXPECT_NEAR(traffic_of(tree, "spread").saturation, 15.0 / 24, 1e-12);
  EXPECT_NEAR(traffic_of(tree, "dmodk").saturation, 15.0 / 24, 1e-12);
  // Four routers, each joined to each: a third of a host's messages goes over each cable, and
  // twice as many by way of a third router.
  const Platform ring = make_short_platform("hyperx:4;hosts=1", {});
  EXPECT_NEAR(largest_load(ring, uniform_traffic(ring), "_dim1_"), 1.0 / 3, 1e-12);
  EXPECT_NEAR(largest_load(ring, traffic_of(ring, "valiant-spread"), "_dim1_"), 2.0 / 3, 1e-12);
}

// Of each topology: whatever policy is best under uniform traffic, either the default carries
// nearly as much or the description says what all minimal ways alike would carry, which is nearly
// as much.
TEST(Measures, DefaultsAreNearTheBestPolicyOrTheDescriptionSaysSo) {
  for (const char* text : {"star:8",
                           "fat-tree:2;4,4;1,2;1,2",
                           "kary-tree:3,3",
                           "clos:6",
                           "torus:4x4x4",
                           "torus:5x5",
                           "mesh:4x4",
                           "hypercube:4",
                           "hyperx:4x4;hosts=4",
                           "flattened-butterfly:3,3",
                           "express-mesh:6x6;gap=2",
                           "dragonfly:3,4;3,2;3,1;2",
                           "df:2,4,2,9",
                           "df:2,4,2,5",
                           "df+:2,2,2,2,5",
                           "df+:2,2,2,2,3",
                           "slimfly:5",
                           "slimfly:4",
                           "polarfly:5",
                           "jellyfish:20,4;hosts=4",
                           "torus:4x4;rails=2"}) {
    const Platform platform = make_short_platform(text, {});
    const double by_default = uniform_traffic(platform).saturation;
    const double even = even_traffic(platform).saturation;
    double best = 0;
    std::string best_policy;
    for (const char* policy : {"ecmp", "random", "dmodk", "smodk", "spread", "valiant",
                               "valiant-spread", "ksp:4", "ksp:8"}) {
      if (!is_possible(platform, policy)) continue;
      const double saturation = traffic_of(platform, policy).saturation;
      if (saturation <= best) continue;
      best = saturation;
      best_policy = policy;
    }
    EXPECT_LT(best, 1.1 * std::max(by_default, even)) << text << ": " << best_policy;
    const std::string described = describe_platform(platform);
    EXPECT_EQ(described.find("on all minimal ways alike") != std::string::npos,
              even >= 1.1 * by_default)
        << described;
  }
}

TEST(Measures, PoliciesThatLookAtFlowsHaveNoLoadsOfTheirOwn) {
  const Platform platform = make_short_platform("df:2,4,2,9", {});
  kernel::Options options;
  options.declare(Network::options());
  for (const char* policy : {"minimal", "adaptive", "ugal-l", "par"}) {
    options.set_from_argument(std::string("network/routing:") + policy);
    EXPECT_FALSE(policy_loads(platform, options)) << policy;
  }
}

TEST(Measures, WaysBetweenHosts) {
  const std::string text = describe_platform(make_short_platform("hyperx:4x4x4", {}));
  EXPECT_NE(text.find("1 to 6 minimal ones between two hosts"), std::string::npos) << text;
}

TEST(Measures, SampleOfLargeNetworks) {
  const Platform platform = make_short_platform("hyperx:4x4x4;hosts=100", {});
  const UniformTraffic traffic = uniform_traffic(platform);
  EXPECT_TRUE(traffic.is_sample);
  EXPECT_NEAR(largest_load(platform, traffic, "_host_"), 1, 1e-9);
  // 100 hosts, a quarter of whose messages crosses a cable of the first dimension.
  EXPECT_NEAR(traffic.saturation, 1 / 25.0, 0.2 / 25);
}

double bandwidth_of(const Platform& platform, const char* part) {
  for (LinkId link = 0; link < platform.links.count(); link++) {
    if (platform.links.name[link].find(part) != std::string_view::npos) {
      return platform.links.bandwidth_bytes_per_s[link];
    }
  }
  return 0;
}

TEST(LinkKinds, HaveFiguresOfTheirOwn) {
  const Platform dragonfly = with_kinds("df:2,4,2,9", {"global=3GBps,5us", "host=2GBps,0us"});
  EXPECT_EQ(bandwidth_of(dragonfly, "_global_"), 3e9);
  EXPECT_EQ(bandwidth_of(dragonfly, "_host_"), 2e9);
  EXPECT_EQ(bandwidth_of(dragonfly, "_local_"), 1e9);
  const Platform tree = with_kinds("fat-tree:2;4,4;1,4;1,1", {"level2=2GBps,1us"});
  EXPECT_EQ(bandwidth_of(tree, "_link_1."), 2e9);
  EXPECT_EQ(bandwidth_of(tree, "_link_0."), 1e9);
  EXPECT_EQ(bandwidth_of(with_kinds("clos:4", {"host=4GBps,1us"}), "_link_0."), 4e9);
  const Platform torus = with_kinds("torus:4x4", {"dim2=2GBps,1us"});
  EXPECT_EQ(bandwidth_of(torus, "_link_from_0_to_4"), 2e9);
  EXPECT_EQ(bandwidth_of(torus, "_link_from_0_to_1"), 1e9);
  EXPECT_EQ(bandwidth_of(with_kinds("mesh:4x4", {"dim1=2GBps,1us"}), "_link_from_0_to_1"), 2e9);
  const Platform cray =
      with_kinds("dragonfly:3,4;4,3;5,1;2", {"local=2GBps,1us", "blue=1MBps,1us"});
  EXPECT_EQ(bandwidth_of(cray, "_green_"), 2e9);
  EXPECT_EQ(bandwidth_of(cray, "_black_"), 6e9);  // three parallel ones
  EXPECT_EQ(bandwidth_of(cray, "_blue_"), 4e6);
  EXPECT_EQ(bandwidth_of(with_kinds("star:4", {"host=2GBps,1us"}), "_link_0"), 2e9);
}

// Closed forms would take all cables for alike.
TEST(LinkKinds, DiameterIsMeasured) {
  const std::string text = describe_platform(with_kinds("hyperx:4x4", {"dim2=1GBps,10us"}));
  EXPECT_NE(text.find("13 us"), std::string::npos) << text;  // 1 + 1 + 10 + 1
  EXPECT_EQ(text.find("closed form"), std::string::npos) << text;
}

TEST(LinkKinds, RefusesUnknownOnes) {
  const auto error_of = [](const std::string& text, const std::vector<std::string>& kinds) {
    try {
      with_kinds(text, kinds);
    } catch (const kernel::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string unknown = error_of("df:2,4,2,9", {"globl=3GBps,5us"});
  EXPECT_NE(unknown.find("no links of this kind"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("df has host, local, global"), std::string::npos) << unknown;
  EXPECT_NE(error_of("torus:4x4", {"dim3=3GBps,5us"}), "");
  EXPECT_NE(error_of("torus:4x4", {"dim1=3GBps"}), "");
  EXPECT_NE(error_of("torus:4x4", {"dim1=0Bps,1us"}), "");
  EXPECT_NE(error_of("torus:4x4", {"dim1=1GBps,1us", "dim1=2GBps,1us"}), "");
}

}  // namespace
}  // namespace smpi::models
