// SPDX-License-Identifier: BSD-3-Clause
//
// What a network carries by default must not depend on the numbers of its routers, nor may some
// routers carry more than others because of them: ways that are equal are chosen by a hash of the
// pair of hosts. Opposite nodes of a ring have two ways.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "kernel/random_stream.h"
#include "models/platform/describe.h"
#include "models/platform/uniform_traffic.h"
#include "models/platform/ways.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform short_platform(const std::string& text) {
  return make_short_platform(text, {});
}

std::vector<std::array<std::uint32_t, 2>> cables_of(const Platform& platform) {
  std::vector<std::array<std::uint32_t, 2>> cables;
  for (LinkId link = 0; link < platform.links.count(); link++) {
    const std::string name(platform.links.name[link]);
    std::array<std::uint32_t, 2> ends{};
    const std::size_t place = name.find("_from_");
    if (place == std::string::npos || !name.ends_with("_UP")) continue;
    if (std::sscanf(name.c_str() + place, "_from_%u_to_%u", &ends[0], &ends[1]) == 2)
      cables.push_back(ends);
  }
  return cables;
}

// The same network, its routers numbered in another order.
Platform renumbered(const Platform& platform, std::uint32_t router_count, std::uint32_t hosts,
                    std::uint64_t seed) {
  std::vector<std::uint32_t> number(router_count);
  std::iota(number.begin(), number.end(), 0U);
  kernel::shuffle(number, kernel::RandomStream(seed, 0));
  const std::string path =
      testing::TempDir() + "numbering_test." + std::to_string(::getpid()) + ".graph";
  std::ofstream file(path);
  for (const auto& [from, to] : cables_of(platform)) {
    file << number[from] << ' ' << number[to] << '\n';
  }
  file.close();
  Platform result = short_platform("graph:" + path + ";hosts=" + std::to_string(hosts));
  std::remove(path.c_str());
  return result;
}

// Of cables between routers.
struct LoadSpread {
  double mean = 0;
  double deviation = 0;  // relative to the mean
};

LoadSpread spread_of(const Platform& platform, const UniformTraffic& traffic) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (LinkId link = 0; link < platform.links.count(); link++) {
    if (platform.links.name[link].find("_from_") == std::string_view::npos) continue;
    sum += traffic.loads[link];
    squares += traffic.loads[link] * traffic.loads[link];
    count++;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean) / mean};
}

// The mean load follows from the distances alone; the deviation and the fullest link from what is
// drawn. Were ties broken by number, the deviation would be twice as large.
TEST(Numbering, RenumberedGraphsCarryTheSame) {
  struct Fish {
    const char* text;
    std::uint32_t routers, hosts;
  };
  for (const auto& [text, routers, hosts] :
       {Fish{"jellyfish:50,7;hosts=4", 50, 4}, Fish{"jellyfish:100,10;hosts=5", 100, 5}}) {
    SCOPED_TRACE(text);
    const Platform platform = short_platform(text);
    const UniformTraffic traffic = uniform_traffic(platform);
    const LoadSpread loads = spread_of(platform, traffic);
    const double even = even_traffic(platform).saturation;
    for (std::uint64_t seed = 1; seed <= 3; seed++) {
      const Platform other = renumbered(platform, routers, hosts, seed);
      const UniformTraffic again = uniform_traffic(other);
      EXPECT_NEAR(again.saturation, traffic.saturation, 0.08 * traffic.saturation);
      EXPECT_NEAR(even_traffic(other).saturation, even, 1e-9);
      const LoadSpread other_loads = spread_of(other, again);
      EXPECT_NEAR(other_loads.mean, loads.mean, 1e-9);
      EXPECT_NEAR(other_loads.deviation, loads.deviation, 0.05 * loads.deviation);
    }
  }
}

// By default nearly as much passes as when all minimal ways are used alike: at least 85 % where a
// hash chooses, all where the destination does.
TEST(Numbering, DefaultsCarryNearlyWhatEvenChoicesDo) {
  for (const char* text :
       {"jellyfish:50,7;hosts=4", "jellyfish:100,10;hosts=5", "jellyfish:20,3;hosts=8", "slimfly:5",
        "slimfly:7", "polarfly:5", "df:4,4,4,5", "df:4,8,4,9", "df+:4,4,4,4,9", "df+:4,4,4,4,5"}) {
    const Platform platform = short_platform(text);
    const double by_default = uniform_traffic(platform).saturation;
    const double least = std::string(text).starts_with("df") ? 1 : 0.85;
    EXPECT_GE(by_default, least * even_traffic(platform).saturation - 1e-9) << text;
    EXPECT_EQ(uniform_traffic(platform).saturation, by_default) << text;
  }
}

// Where the destination chooses by default, dmodk is the default.
TEST(Numbering, TheDefaultOfGroupsIsDmodk) {
  for (const char* text : {"df:4,4,4,5", "df:2,4,2,5", "df+:4,4,4,4,9", "df+:2,3,2,4,3",
                           "df:2,4,2,3;parallel=separate"}) {
    const Platform platform = short_platform(text);
    for (HostId from = 0; from < platform.hosts.count(); from++) {
      for (HostId to = 0; to < platform.hosts.count(); to++) {
        const HostWays between = ways_between(platform, from, to);
        if (between.ways == nullptr) continue;
        Route by_default;
        Route by_policy;
        platform.route(from, to, by_default);
        platform.route(from, to, by_policy, between.ways->modk_way(from, to, to));
        const std::uint32_t count = platform.path_count(from, to);
        std::set<std::uint32_t> choices;
        for (std::uint32_t key = 0; key < count; key++) {
          choices.insert(between.ways->modk_way(from, to, key));
        }
        ASSERT_EQ(choices.size(), count);
        if (std::string(text).starts_with("df+")) {
          ASSERT_EQ(by_default.links, by_policy.links) << text << " " << from << " " << to;
        } else {
          ASSERT_LE(by_default.links.size(), by_policy.links.size());
        }
      }
    }
  }
}

TEST(Numbering, SeedsDrawAgain) {
  const Platform platform = short_platform("jellyfish:50,7;hosts=4");
  const auto ways = [&](std::uint64_t seed) {
    set_routing_seed(platform, seed);
    std::vector<LinkId> all;
    Route route;
    for (HostId to = 1; to < platform.hosts.count(); to++) {
      platform.route(0, to, route);
      all.insert(all.end(), route.links.begin(), route.links.end());
    }
    return all;
  };
  const std::vector<LinkId> first = ways(1);
  EXPECT_NE(ways(2), first);
  EXPECT_EQ(ways(1), first);
}

// 900 pairs of hosts on two routers with 6 ways between them: 150 on each, with a deviation of 11.
TEST(Numbering, PairsOfTwoRoutersUseAllWaysAlike) {
  const std::string path =
      testing::TempDir() + "numbering_test." + std::to_string(::getpid()) + ".grid";
  std::ofstream(path) << "0 1\n1 2\n3 4\n4 5\n6 7\n7 8\n0 3\n3 6\n1 4\n4 7\n2 5\n5 8\n";
  const Platform platform = short_platform("graph:" + path + ";hosts=30");
  std::remove(path.c_str());
  std::map<std::vector<LinkId>, int> pairs;
  for (HostId from = 0; from < 30; from++) {
    for (HostId to = 240; to < 270; to++) {
      Route route;
      platform.route(from, to, route);
      pairs[std::vector(route.links.begin() + 1, route.links.end() - 1)]++;
    }
  }
  ASSERT_EQ(pairs.size(), 6U);
  for (const auto& [way, count] : pairs) EXPECT_NEAR(count, 150, 45);
}

// The first of more equal ways than are asked for are not those over the lowest routers: of the
// eight ways of length 2 each pair of routers gets other four.
TEST(Numbering, ShortestWaysAreChosenByPair) {
  const std::string path =
      testing::TempDir() + "numbering_test." + std::to_string(::getpid()) + ".middles";
  std::ofstream file(path);
  for (int end = 0; end < 10; end++) {
    for (int middle = 10; middle < 18; middle++) file << end << ' ' << middle << '\n';
  }
  file.close();
  const Platform platform = short_platform("graph:" + path);
  std::remove(path.c_str());
  std::map<LinkId, int> uses;
  for (HostId to = 1; to < 10; to++) {
    for (std::uint32_t number = 0; number < 4; number++) {
      Route route;
      ASSERT_TRUE(find_way(platform, 0, to, choice_of(WayKind::shortest, number), route));
      ASSERT_EQ(route.links.size(), 4U);
      uses[route.links[1]]++;
    }
  }
  EXPECT_EQ(uses.size(), 8U);  // 36 ways over 8 middles
}

// MODELS 9.3: half a ring away both ways are minimal; way 0 is SimGrid's.
TEST(Ring, OppositeNodesHaveTwoWays) {
  const Platform ring = short_platform("torus:8");
  EXPECT_EQ(ring.path_count(0, 4), 2U);
  EXPECT_EQ(ring.path_count(0, 3), 1U);
  Route right;
  Route left;
  ring.route(0, 4, right, 0);
  ring.route(0, 4, left, 1);
  EXPECT_EQ(ring.links.name[right.links[0]], "torus_link_from_0_to_1_UP");
  EXPECT_EQ(ring.links.name[left.links[0]], "torus_link_from_7_to_0_DOWN");
  EXPECT_EQ(left.links.size(), 4U);
  EXPECT_EQ(short_platform("torus:8x8x8").path_count(0, 4 + 8 * 4 + 64 * 4), 48U);  // 3! x 2^3
  EXPECT_EQ(short_platform("torus:5").path_count(0, 2), 1U);
  EXPECT_EQ(short_platform("torus:4x4").path_count(0, 1 + 4 * 2), 4U);
}

// In each dimension a node's messages go 16 cables in 8 directions: 1.25 of each way by the
// default, which takes ties right, and 1 by both.
TEST(Ring, UniformTrafficOnBothWaysFillsCablesEvenly) {
  const Platform torus = short_platform("torus:8x8x8");
  EXPECT_NEAR(uniform_traffic(torus).saturation, 0.798, 1e-3);
  EXPECT_NEAR(even_traffic(torus).saturation, 0.998, 1e-3);
  const std::string text = describe_platform(torus);
  EXPECT_NE(text.find("0.998047 on all minimal ways alike: --cfg=network/routing:spread carries 25 "
                      "% more"),
            std::string::npos)
      << text;
  EXPECT_EQ(describe_platform(short_platform("hyperx:4x4;hosts=4")).find("alike"),
            std::string::npos);
}

}  // namespace
}  // namespace smpi::models
