// SPDX-License-Identifier: BSD-3-Clause
//
// Dragonflies: the links of minimal routes, worked out by hand.
#include "models/topology/dragonfly.h"

#include <gtest/gtest.h>

#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform make_dragonfly(const char* parameters) {
  return make_short_platform(std::string("dragonfly:") + parameters, {});
}

std::vector<std::string> names(const Platform& platform, HostId from, HostId to) {
  Route route;
  platform.route(from, to, route);
  std::vector<std::string> result;
  for (const LinkId link : route.links) {
    std::string name(platform.links.name[link]);
    result.push_back(name.substr(std::string("dragonfly_").size()));
  }
  return result;
}

using Names = std::vector<std::string>;

// 3 groups of 2 chassis of 3 blades of 2 nodes; node = ((group 2 + chassis) 3 + blade) 2 + slot.
constexpr const char* small = "3,4;2,3;3,2;2";

TEST(Dragonfly, CountsItsCables) {
  const DragonflyParameters p = parse_dragonfly(small, {});
  EXPECT_EQ(p.node_count(), 36U);
  EXPECT_EQ(p.green_count(), 3U * 2 * 3);
  EXPECT_EQ(p.black_count(), 3U * 1 * 3);
  EXPECT_EQ(p.blue_count(), 3U);
  EXPECT_EQ(make_dragonfly(small).links.count(), 2U * (36 + 18 + 9 + 3));
}

TEST(Dragonfly, PairsAreNumberedInOrder) {
  std::uint64_t expected = 0;
  for (std::uint64_t low = 0; low < 5; low++) {
    for (std::uint64_t high = low + 1; high < 5; high++) {
      EXPECT_EQ(pair_number(low, high, 5), expected++);
    }
  }
}

TEST(Dragonfly, NeighboursShareTheirBlade) {
  EXPECT_EQ(names(make_dragonfly(small), 0, 1), (Names{"local_0_UP", "local_1_DOWN"}));
}

TEST(Dragonfly, GreenThenBlackInsideAGroup) {
  // (0,0,0) to (0,1,2)
  EXPECT_EQ(names(make_dragonfly(small), 0, 10),
            (Names{"local_0_UP", "green_0.0_blades_0_2_UP", "black_0_chassis_0_1_blade_2_UP",
                   "local_10_DOWN"}));
}

// (1,1,2) to (0,0,0): group 1 leaves for group 0 at its router 0 = (1,0,0): green and black to it;
// blue arrives at router 1 of group 0 = (0,0,1); green to blade 0.
// MODELS 9.5.
TEST(Dragonfly, GreenBlackBlueGreen) {
  EXPECT_EQ(names(make_dragonfly(small), 23, 0),
            (Names{"local_23_UP", "green_1.1_blades_0_2_DOWN", "black_1_chassis_0_1_blade_0_DOWN",
                   "blue_groups_0_1_DOWN", "green_0.0_blades_0_1_DOWN", "local_0_DOWN"}));
}

TEST(Dragonfly, ParallelLinksAreOneWideLink) {
  const Platform platform = make_dragonfly(small);
  const auto bandwidth = [&](const char* name) {
    return platform.links.bandwidth_bytes_per_s[platform.find_link(name).value()];
  };
  EXPECT_DOUBLE_EQ(bandwidth("dragonfly_local_0_UP"), 1.25e9);
  EXPECT_DOUBLE_EQ(bandwidth("dragonfly_green_0.0_blades_0_2_UP"), 2 * 1.25e9);
  EXPECT_DOUBLE_EQ(bandwidth("dragonfly_black_2_chassis_0_1_blade_1_DOWN"), 3 * 1.25e9);
  EXPECT_DOUBLE_EQ(bandwidth("dragonfly_blue_groups_1_2_UP"), 4 * 1.25e9);
}

TEST(Dragonfly, RefusesWrongParameters) {
  for (const char* wrong : {"", "3,4;2,3;3,2", "3,4;2,3;3,2;2,2", "3;2,3;3,2;2", "0,1;1,1;1,1;1",
                            "3,1;1,1;2,1;4", "9999,1;9999,1;9999,1;9999"}) {
    EXPECT_THROW(make_dragonfly(wrong), kernel::InputError) << wrong;
  }
}

}  // namespace
}  // namespace smpi::models
