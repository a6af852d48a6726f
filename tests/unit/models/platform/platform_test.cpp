// SPDX-License-Identifier: BSD-3-Clause
//
// Platforms made by hand, missing routes, and the promise that route() does not allocate.
#include "models/platform/platform.h"

#include <numeric>

#include "models/readers/short_platform.h"
#include "models/zones/star.h"
#include "models/zones/table.h"
#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

using PlatformRoutes = PlatformFiles;

TEST(Platform, CanBeMadeByHand) {
  Platform platform;
  auto owned = std::make_unique<StarZone>("world");
  StarZone& star = *owned;
  const std::uint32_t zone = platform.add_zone(std::move(owned), no_id);
  for (const char* name : {"a", "b"}) {
    const HostId host = platform.add_host(name, {1e9}, 2);
    Spoke& spoke = star.spoke(platform.place(host, zone));
    spoke.up = platform.add_link(std::string(name) + "-up", 1e9, 1e-6, SharingPolicy::shared);
    spoke.down = platform.add_link(std::string(name) + "-down", 1e9, 2e-6, SharingPolicy::shared);
  }
  platform.seal();
  Route route;
  platform.route(0, 1, route);
  EXPECT_EQ(route.links, (std::vector<LinkId>{0, 3}));
  EXPECT_DOUBLE_EQ(route.latency_s, 3e-6);
  EXPECT_EQ(platform.find_point("world"), zone_bit | zone);
  EXPECT_EQ(platform.point_name(1), "b");
}

TEST(Platform, LatencyFollowsTheTable) {
  Platform platform = make_short_platform("star:2", {});
  Route route;
  platform.route(0, 1, route);
  EXPECT_DOUBLE_EQ(route.latency_s, 48e-6);
  platform.links.latency_s[route.links[0]] = 1e-3;
  platform.route(0, 1, route);
  EXPECT_DOUBLE_EQ(route.latency_s, 1e-3 + 24e-6);
}

TEST(Platform, RouteBufferIsReused) {
  const Platform platform = make_short_platform("torus:6x6x6", {});
  Route route;
  platform.route(0, 129, route);
  const LinkId* const buffer = route.links.data();
  const std::size_t capacity = route.links.capacity();
  for (HostId to = 0; to < 100; to++) {
    platform.route(0, to, route);
    if (route.links.size() <= capacity) {
      EXPECT_EQ(route.links.data(), buffer);
    }
  }
}

// Four hosts, only a-b and c-d joined: eight of the twelve routes are missing.
TEST_F(PlatformRoutes, MissingOnesAreListedTogether) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
    <host id="c" speed="1Gf"/><host id="d" speed="1Gf"/>
    <link id="l" bandwidth="1GBps" latency="1us"/>
    <route src="a" dst="b"><link_ctn id="l"/></route>
    <route src="c" dst="d"><link_ctn id="l"/></route></zone>)");
  const std::vector<HostId> joined = {0, 1};
  EXPECT_NO_THROW(platform.require_routes(joined));
  const std::vector<HostId> all = {0, 1, 2, 3};
  try {
    platform.require_routes(all);
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    const std::string message = error.what();
    for (const char* pair : {"a to c", "b to d", "d to a", "c to b"}) {
      EXPECT_NE(message.find(pair), std::string::npos) << message;
    }
    EXPECT_EQ(message.find("a to b"), std::string::npos) << message;
  }
}

// Of a cluster one host is looked at; the missing way between two clusters is found all the same.
TEST_F(PlatformRoutes, MissingWayBetweenClustersIsFoundCheaply) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <cluster id="x" prefix="x" suffix="" radical="0-4999" speed="1Gf" bw="1GBps" lat="1us"/>
    <cluster id="y" prefix="y" suffix="" radical="0-4999" speed="1Gf" bw="1GBps" lat="1us"/></zone>)");
  std::vector<HostId> all(platform.hosts.count());
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_THROW(platform.require_routes(all), kernel::InputError);
  all.resize(5000);
  EXPECT_NO_THROW(platform.require_routes(all));
}

TEST_F(PlatformRoutes, MissingOneNamesTheHosts) {
  const Platform platform = read(
      R"(<zone id="w" routing="None"><host id="a" speed="1Gf"/><host id="b" speed="1Gf"/></zone>)");
  Route found;
  EXPECT_NO_THROW(platform.route(0, 0, found));
  try {
    platform.route(0, 1, found);
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no route: 'a' to 'b'"), std::string::npos);
  }
}

}  // namespace
}  // namespace smpi::models
