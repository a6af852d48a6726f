// SPDX-License-Identifier: BSD-3-Clause
//
// Parallel cables that are separate links.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "kernel/error.h"
#include "models/platform/ways.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

// Two routers of four hosts, three cables between them.
constexpr const char* pair_text = "hyperx:2;hosts=4;width=3;parallel=separate";

TEST(ParallelCables, AreLinksOfTheirOwn) {
  const Platform separate = make_short_platform(pair_text, {.link = "1GBps,1us"});
  const Platform joined = make_short_platform("hyperx:2;hosts=4;width=3", {.link = "1GBps,1us"});
  EXPECT_EQ(separate.links.count(), 2 * (8 + 3));
  EXPECT_EQ(joined.links.count(), 2 * (8 + 1));
  for (LinkId link = 0; link < separate.links.count(); link++) {
    EXPECT_EQ(separate.links.bandwidth_bytes_per_s[link], 1e9);
  }
  EXPECT_EQ(joined.links.bandwidth_bytes_per_s[16], 3e9);
}

TEST(ParallelCables, WayZeroTakesTheOneOfTheDestination) {
  const Platform platform = make_short_platform(pair_text, {});
  Route route;
  for (HostId to = 4; to < 8; to++) {
    platform.route(0, to, route);
    const std::string name = "hyperx_dim1_from_0_to_1_cable_" + std::to_string(to % 3) + "_UP";
    EXPECT_EQ(platform.links.name[route.links[1]], name);
  }
}

TEST(ParallelCables, EachIsAWay) {
  const Platform platform = make_short_platform(pair_text, {});
  ASSERT_EQ(platform.path_count(0, 5), 3);
  EXPECT_EQ(platform.path_count(0, 1), 1);
  std::set<LinkId> seen;
  Route route;
  for (std::uint32_t way = 0; way < 3; way++) {
    platform.route(0, 5, route, way);
    ASSERT_EQ(route.links.size(), 3);
    seen.insert(route.links[1]);
  }
  EXPECT_EQ(seen.size(), 3);
}

// Two orders of the dimensions, two lanes.
TEST(ParallelCables, WaysOfLanesAndOfRoutersMultiply) {
  const Platform platform =
      make_short_platform("hyperx:2x2;hosts=1;width=2x2;parallel=separate", {});
  ASSERT_EQ(platform.path_count(0, 3), 4);
  std::set<std::vector<LinkId>> seen;
  Route route;
  for (std::uint32_t way = 0; way < 4; way++) {
    platform.route(0, 3, route, way);
    seen.insert(route.links);
  }
  EXPECT_EQ(seen.size(), 4);
}

// All links that lead over a detour lead back by CableLinks::reverse().
TEST(ParallelCables, DetoursAndReverseLinks) {
  const Platform platform =
      make_short_platform("df:2,4,2,3;parallel=separate", {.link = "1GBps,1us"});
  const HostWays between = ways_between(platform, 0, 20);
  ASSERT_NE(between.ways, nullptr);
  const CableLinks cables = between.ways->cable_links();
  EXPECT_EQ(cables.end, platform.links.count());
  Route route;
  for (std::uint64_t number = 0; number < between.ways->valiant_count(0, 20); number++) {
    ASSERT_TRUE(find_way(platform, 0, 20, ValiantWay{.number = number}.choice(), route));
    for (const LinkId link : route.links) {
      EXPECT_EQ(cables.reverse(cables.reverse(link)), link);
      EXPECT_NE(cables.reverse(link), link);
    }
  }
}

TEST(ParallelCables, TopologiesWithoutThemSaySo) {
  for (const char* text :
       {"torus:4x4;parallel=separate", "star:4;parallel=separate", "hyperx:4x4;parallel=both"}) {
    EXPECT_THROW(make_short_platform(text, {}), kernel::InputError) << text;
  }
  EXPECT_NO_THROW(make_short_platform("clos:4;parallel=separate", {}));
  EXPECT_NO_THROW(make_short_platform("torus:4x4;parallel=joined", {}));
}

}  // namespace
}  // namespace smpi::models
