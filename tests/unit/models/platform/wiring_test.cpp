// SPDX-License-Identifier: BSD-3-Clause
//
// What cables join, against the routes: a route is a walk from its source over switches to its
// destination.
#include "models/platform/wiring.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/platform/platform.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

struct Hop {
  CableEnd from;
  CableEnd to;
};

std::map<LinkId, Hop> hops_of(const Platform& platform) {
  std::map<LinkId, Hop> hops;
  for (const Cable& cable : platform.cables) {
    hops.emplace(cable.up, Hop{cable.lower, cable.upper});
    hops.emplace(cable.down, Hop{cable.upper, cable.lower});
  }
  return hops;
}

bool is_same(CableEnd a, CableEnd b) {
  return a.is_switch() == b.is_switch() && a.index() == b.index();
}

class Wiring : public testing::TestWithParam<const char*> {};

TEST_P(Wiring, RoutesAreWalks) {
  const Platform platform = make_short_platform(GetParam(), {});
  const std::map<LinkId, Hop> hops = hops_of(platform);
  ASSERT_EQ(hops.size(), platform.links.count());
  // Routes of SimGrid's dragonfly skip a link between chassis; dragonfly.h says why.
  const bool may_jump = std::string(GetParam()).starts_with("dragonfly:");
  Route route;
  for (HostId from = 0; from < platform.hosts.count(); from++) {
    for (HostId to = 0; to < platform.hosts.count(); to++) {
      if (from == to) continue;
      for (std::uint32_t way = 0; way < std::min(platform.path_count(from, to), 8U); way++) {
        platform.route(from, to, route, way);
        CableEnd at = CableEnd::host(from);
        for (const LinkId link : route.links) {
          const Hop hop = hops.at(link);
          if (!may_jump) {
            ASSERT_TRUE(is_same(hop.from, at)) << platform.links.name[link];
          }
          at = hop.to;
        }
        ASSERT_TRUE(is_same(at, CableEnd::host(to)));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Topologies, Wiring,
                         testing::Values("star:5", "fat-tree:2;4,4;1,4;1,1",
                                         "fat-tree:3;2,3,2;2,2,3;1,2,1", "kary-tree:3,3", "clos:4",
                                         "torus:4x3x2", "torus:2x5", "mesh:4x3",
                                         "dragonfly:3,4;2,3;3,2;2", "df:2,4,2,9", "df+:2,2,2,2,5",
                                         "hyperx:3x4", "hyperx:3x4;width=2x3;parallel=separate",
                                         "df:2,4,2,3;parallel=separate;rails=2",
                                         "slimfly:5;hosts=1", "polarfly:3;hosts=2",
                                         "jellyfish:10,3;hosts=2", "express-mesh:5x5;gap=2",
                                         "hypercube:4"));

TEST(WiringOfPlatforms, SwitchesHaveNames) {
  const Platform platform = make_short_platform("fat-tree:2;2,2;1,2;1,1", {});
  ASSERT_EQ(platform.switches.count(), 4);
  EXPECT_EQ(platform.switches.name[0], "fat-tree_switch_0");
  EXPECT_EQ(make_short_platform("star:3", {}).switches.name[0], "host-star_router");
  EXPECT_EQ(make_short_platform("torus:3x3", {}).switches.count(), 0);
}

TEST(WiringOfPlatforms, ParallelCablesHaveAWidth) {
  const Platform platform = make_short_platform("hyperx:2x2;width=3x1", {});
  double widest = 0;
  for (const Cable& cable : platform.cables) widest = std::max(widest, cable.width);
  EXPECT_EQ(widest, 3);
}

}  // namespace
}  // namespace smpi::models
