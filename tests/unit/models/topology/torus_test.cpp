// SPDX-License-Identifier: BSD-3-Clause
//
// Tori: dimension-order routes, the shorter way round, ties, and properties for all pairs.
#include "models/topology/torus.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform make_torus(const char* sizes) {
  return make_short_platform(std::string("torus:") + sizes, {});
}

std::vector<std::string> names(const Platform& platform, HostId from, HostId to) {
  Route route;
  platform.route(from, to, route);
  std::vector<std::string> result;
  for (const LinkId link : route.links) result.emplace_back(platform.links.name[link]);
  return result;
}

using Names = std::vector<std::string>;

// 4x3: node = x + 4 y. From (0,0) to (1,1): first x, then y.
TEST(Torus, FirstDimensionFirst) {
  EXPECT_EQ(names(make_torus("4x3"), 0, 5),
            (Names{"torus_link_from_0_to_1_UP", "torus_link_from_1_to_5_UP"}));
}

// In a ring of 5, from 0 to 4 is one step to the left, over the cable that node 4 has towards 0.
TEST(Torus, WrapsTheShorterWay) {
  EXPECT_EQ(names(make_torus("5"), 0, 4), (Names{"torus_link_from_4_to_0_DOWN"}));
  EXPECT_EQ(names(make_torus("5"), 4, 1),
            (Names{"torus_link_from_4_to_0_UP", "torus_link_from_0_to_1_UP"}));
}

// Half a ring away: right, but from the middle to 0 left (what SimGrid does).
TEST(Torus, TiesGoRightButFromTheMiddleToTheOrigin) {
  EXPECT_EQ(names(make_torus("4"), 0, 2),
            (Names{"torus_link_from_0_to_1_UP", "torus_link_from_1_to_2_UP"}));
  EXPECT_EQ(names(make_torus("4"), 3, 1),
            (Names{"torus_link_from_3_to_0_UP", "torus_link_from_0_to_1_UP"}));
  EXPECT_EQ(names(make_torus("4"), 2, 0),
            (Names{"torus_link_from_1_to_2_DOWN", "torus_link_from_0_to_1_DOWN"}));
}

// The length of every route is the sum over the dimensions of min(|a - b|, size - |a - b|).
// MODELS 9.3.
TEST(Torus, RoutesAreShortest) {
  const Platform platform = make_torus("5x4x1x3");
  ASSERT_EQ(platform.hosts.count(), 60U);
  EXPECT_EQ(platform.links.count(), 2U * 60 * 3);
  const int sizes[] = {5, 4, 3};
  Route route;
  for (HostId from = 0; from < 60; from++) {
    for (HostId to = 0; to < 60; to++) {
      platform.route(from, to, route);
      int expected = 0;
      for (int a = static_cast<int>(from), b = static_cast<int>(to), i = 0; i < 3; i++) {
        const int distance = std::abs(a % sizes[i] - b % sizes[i]);
        expected += std::min(distance, sizes[i] - distance);
        a /= sizes[i];
        b /= sizes[i];
      }
      EXPECT_EQ(route.links.size(), static_cast<std::size_t>(expected)) << from << " " << to;
    }
  }
}

TEST(Torus, RefusesWrongSizes) {
  for (const char* wrong : {"", "8x", "8x0", "8x-1", "8;8", "65536x65536"}) {
    EXPECT_THROW(make_torus(wrong), kernel::InputError) << wrong;
  }
}

}  // namespace
}  // namespace smpi::models
