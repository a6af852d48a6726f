// SPDX-License-Identifier: BSD-3-Clause
//
// Fat trees: sizes, D-mod-k routes worked out by hand, and properties that hold for any tree.
#include "models/topology/fat_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform make_tree(const char* parameters) {
  return make_short_platform(std::string("fat-tree:") + parameters, {});
}

std::vector<std::string> names(const Platform& platform, HostId from, HostId to) {
  Route route;
  platform.route(from, to, route);
  std::vector<std::string> result;
  for (const LinkId link : route.links) result.emplace_back(platform.links.name[link]);
  return result;
}

// PGFT(2; 16,32; 1,16; 1,1): 512 leaves, 32 leaf switches (d2 * u1), 16 roots; 512 + 32*16 cables.
TEST(FatTree, CountsLeavesSwitchesAndCables) {
  const FatTreeParameters tree = parse_fat_tree("2;16,32;1,16;1,1", {});
  EXPECT_EQ(tree.leaf_count(), 512U);
  EXPECT_EQ(tree.node_count(1), 32U);
  EXPECT_EQ(tree.node_count(2), 16U);
  const Platform platform = make_tree("2;16,32;1,16;1,1");
  EXPECT_EQ(platform.hosts.count(), 512U);
  EXPECT_EQ(platform.links.count(), 2U * (512 + 32 * 16));
}

// Hosts 0 and 15 hang on the same switch: one cable up, one down, whatever the roots.
TEST(FatTree, NeighboursMeetAtTheirSwitch) {
  EXPECT_EQ(
      names(make_tree("2;16,32;1,16;1,1"), 0, 15),
      (std::vector<std::string>{"fat-tree_link_0.0_port_0_UP", "fat-tree_link_0.15_port_0_DOWN"}));
}

// Host 0 to host 37 = 2*16 + 5: leaf switches 0 and 2; root = floor(37 / u1) mod u2 = 37 mod 16
// = 5.
// MODELS 9.2.
TEST(FatTree, DestinationChoosesTheRoot) {
  EXPECT_EQ(names(make_tree("2;16,32;1,16;1,1"), 0, 37),
            (std::vector<std::string>{"fat-tree_link_0.0_port_0_UP", "fat-tree_link_1.0_port_5_UP",
                                      "fat-tree_link_1.2_port_5_DOWN",
                                      "fat-tree_link_0.37_port_0_DOWN"}));
}

// PGFT(2; 4,4; 1,2; 1,2): host 1 to 10. Up: port 10 mod 4 = 2, that is root 2 mod 2 = 0, cable 1.
// Down from root 0: cable 1 mod 2 = 1, port 0 + 2 * 1 = 2 of switch 2.
TEST(FatTree, ParallelCablesAreChosenByDestinationUpAndSourceDown) {
  EXPECT_EQ(names(make_tree("2;4,4;1,2;1,2"), 1, 10),
            (std::vector<std::string>{"fat-tree_link_0.1_port_0_UP", "fat-tree_link_1.0_port_2_UP",
                                      "fat-tree_link_1.2_port_2_DOWN",
                                      "fat-tree_link_0.10_port_0_DOWN"}));
}

// In any tree: a route is as long up as down, uses no link twice, and the number of its links is
// twice the first level at which floor(s / D_l) = floor(t / D_l).
TEST(FatTree, RoutesAreShortestAndSimple) {
  const Platform platform = make_tree("3;3,2,4;2,2,3;2,1,2");
  Route route;
  for (HostId from = 0; from < 24; from++) {
    for (HostId to = 0; to < 24; to++) {
      if (from == to) continue;
      platform.route(from, to, route);
      const std::size_t levels = from / 3 == to / 3 ? 1 : from / 6 == to / 6 ? 2 : 3;
      EXPECT_EQ(route.links.size(), 2 * levels);
      EXPECT_EQ(std::set<LinkId>(route.links.begin(), route.links.end()).size(), 2 * levels);
      EXPECT_DOUBLE_EQ(route.latency_s, 24e-6 * 2 * static_cast<double>(levels));
    }
  }
}

// All sources to one destination use one root port of their switch: the point of D-mod-k is that
// the traffic to different destinations never meets on the way down.
TEST(FatTree, TrafficToDifferentHostsNeverMeetsGoingDownNonBlockingTrees) {
  const Platform platform = make_tree("2;4,8;1,4;1,1");
  std::vector<std::set<HostId>> destinations(platform.links.count());
  Route route;
  for (HostId from = 0; from < 32; from++) {
    for (HostId to = 0; to < 32; to++) {
      if (from / 4 == to / 4) continue;
      platform.route(from, to, route);
      destinations[route.links[2]].insert(to);
    }
  }
  for (const std::set<HostId>& hosts : destinations) EXPECT_LE(hosts.size(), 1U);
}

TEST(FatTree, RefusesWrongParametersWithTheOffendingText) {
  for (const char* wrong : {"2;16,32;1,16", "2;16;1,16;1,1", "2;16,x;1,16;1,1", "2;16,0;1,16;1,1",
                            "", "40;1;1;1", "2;99999,99999;1,1;1,1", "2;16,32;1,16;1,1;"}) {
    EXPECT_THROW(make_tree(wrong), kernel::InputError) << wrong;
  }
}

}  // namespace
}  // namespace smpi::models
