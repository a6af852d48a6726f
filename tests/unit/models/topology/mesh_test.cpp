// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes: dimension-order routes, the other orders of the dimensions, lengths for all pairs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/platform/describe.h"
#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

using Names = std::vector<std::string>;

Names names(const Platform& platform, HostId from, HostId to, std::uint32_t choice = 0) {
  Route route;
  platform.route(from, to, route, choice);
  Names result;
  for (const LinkId link : route.links) result.emplace_back(platform.links.name[link]);
  return result;
}

// 4x3: node = x + 4 y. From (0,0) to (1,1): first x, then y; the other way first y, then x.
TEST(Mesh, FirstDimensionFirstAndTheOtherOrder) {
  const Platform platform = make_short_platform("mesh:4x3", {});
  EXPECT_EQ(platform.path_count(0, 5), 2U);
  EXPECT_EQ(names(platform, 0, 5), (Names{"mesh_link_from_0_to_1_UP", "mesh_link_from_1_to_5_UP"}));
  EXPECT_EQ(names(platform, 0, 5, 1),
            (Names{"mesh_link_from_0_to_4_UP", "mesh_link_from_4_to_5_UP"}));
}

// In a row of 4 the way from 3 to 0 goes back over every cable: nothing wraps.
TEST(Mesh, RowsHaveEnds) {
  const Platform platform = make_short_platform("mesh:4", {});
  EXPECT_EQ(platform.links.count(), 2U * 3);
  EXPECT_EQ(names(platform, 3, 0),
            (Names{"mesh_link_from_2_to_3_DOWN", "mesh_link_from_1_to_2_DOWN",
                   "mesh_link_from_0_to_1_DOWN"}));
}

// 5x4x1x3 has 4*12 + 3*15 + 2*20 = 133 cables. Between any two nodes all j! ways differ and have
// the length sum |a_i - b_i|.
// MODELS 9.4.
TEST(Mesh, AllWaysAreShortestAndDifferent) {
  const Platform platform = make_short_platform("mesh:5x4x1x3", {});
  ASSERT_EQ(platform.hosts.count(), 60U);
  EXPECT_EQ(platform.links.count(), 2U * 133);
  const int sizes[] = {5, 4, 3};
  const std::uint32_t factorial[] = {1, 1, 2, 6};
  for (HostId from = 0; from < 60; from++) {
    for (HostId to = 0; to < 60; to++) {
      if (from == to) continue;
      std::size_t length = 0;
      int differing_count = 0;
      int a = static_cast<int>(from);
      int b = static_cast<int>(to);
      for (const int size : sizes) {
        length += static_cast<std::size_t>(std::abs(a % size - b % size));
        differing_count += a % size != b % size ? 1 : 0;
        a /= size;
        b /= size;
      }
      ASSERT_EQ(platform.path_count(from, to), factorial[differing_count]);
      std::set<Names> ways;
      for (std::uint32_t choice = 0; choice < factorial[differing_count]; choice++) {
        const Names way = names(platform, from, to, choice);
        EXPECT_EQ(way.size(), length) << from << " to " << to << " by " << choice;
        ways.insert(way);
      }
      EXPECT_EQ(ways.size(), factorial[differing_count]) << from << " to " << to;
    }
  }
}

// 8x4: diameter 7 + 3; the middle of the rows of 8 is crossed by 4 cables of 1.25 GB/s.
TEST(Mesh, IsDescribedInClosedForm) {
  const std::string text = describe_platform(make_short_platform("mesh:8x4", {}));
  EXPECT_NE(text.find("mesh 8x4, 52 cables"), std::string::npos) << text;
  EXPECT_NE(text.find("10 links"), std::string::npos) << text;
  EXPECT_NE(text.find("5 GB/s from one half"), std::string::npos) << text;
}

TEST(Mesh, RefusesWhatIsNotAMesh) {
  EXPECT_THROW(make_short_platform("mesh:4x0", {}), kernel::InputError);
  EXPECT_THROW(make_short_platform("mesh:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2", {}),
               kernel::InputError);
  EXPECT_THROW(make_short_platform("mesh:65536x65536", {}), kernel::InputError);
}

}  // namespace
}  // namespace smpi::models
