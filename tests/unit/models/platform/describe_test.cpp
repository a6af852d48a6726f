// SPDX-License-Identifier: BSD-3-Clause
//
// What --describe-platform prints: figures worked out by hand, and the closed forms of diameters
// against the routes themselves.
#include <algorithm>
#include <initializer_list>

#include "models/platform/describe.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"
#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

using PlatformDescribe = PlatformFiles;

void expect_lines(const std::string& text, std::initializer_list<const char*> lines) {
  for (const char* line : lines)
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

std::string describe_short(const char* description) {
  return describe_platform(make_short_platform(description, {}));
}

// 512 leaves, 1.25 GB/s a cable. Every level has 512 cables, half of them carry the bisection.
TEST(Describe, FatTree) {
  expect_lines(describe_short("fat-tree:2;16,32;1,16;1,1"),
               {"platform    fat-tree:2;16,32;1,16;1,1\n",
                "topology    fat tree of 2 levels, 48 switches, 1024 cables\n",
                "hosts       512 with 512 cores, 512 Gflop/s in all: host-0 to host-511\n",
                "links       2048 (a full-duplex cable is two)\n",
                "diameter    4 links, 96 us (closed form)\n", "bisection   320 GB/s"});
}

// Half the leaves of a tree that is twice as thin above as below: the upper level decides.
TEST(Describe, ThinFatTree) {
  expect_lines(describe_short("fat-tree:2;4,4;1,2;1,1"), {"bisection   5 GB/s"});
}

// 8 x 8 x 8: 3 * 4 hops; two cuts through 64 rows each.
TEST(Describe, Torus) {
  expect_lines(
      describe_short("torus:8x8x8"),
      {"torus 8x8x8, 1536 cables", "diameter    12 links, 288 us", "bisection   160 GB/s"});
}

// 4 groups: 2 x 2 blue links of 2 x 1.25 GB/s join the halves.
TEST(Describe, Dragonfly) {
  expect_lines(describe_short("dragonfly:4,2;2,1;4,1;4"),
               {"dragonfly of 4 groups of 2 chassis of 4 blades of 4 nodes",
                "diameter    7 links, 168 us", "bisection   10 GB/s"});
}

TEST(Describe, Star) {
  expect_lines(describe_short("star:64"),
               {"star of 64 hosts", "diameter    2 links, 48 us", "bisection   40 GB/s"});
}

TEST(Describe, Disks) {
  Platform platform = make_short_platform("star:4", {});
  for (HostId host = 0; host < 3; host++) platform.disks.push_back({"d", host, 1e9, 5e8, {}});
  expect_lines(describe_platform(platform),
               {"disks       3\n", "3 x read 1 GB/s, write 500 MB/s\n"});
}

// The closed forms of diameters against the routes themselves.
TEST(Describe, DiametersAreThoseOfTheRoutes) {
  for (const char* description : {"fat-tree:3;3,2,4;2,2,3;2,1,2", "torus:5x4x1x3", "torus:2x2",
                                  "dragonfly:3,4;2,3;3,2;2", "dragonfly:1,1;1,1;4,1;3", "star:5"}) {
    const Platform platform = make_short_platform(description, {});
    const auto shape = platform.zones[0]->shape(platform);
    ASSERT_TRUE(shape) << description;
    std::size_t hops_max = 0;
    Route route;
    for (HostId from = 0; from < platform.hosts.count(); from++) {
      for (HostId to = 0; to < platform.hosts.count(); to++) {
        platform.route(from, to, route);
        hops_max = std::max(hops_max, route.links.size());
      }
    }
    EXPECT_EQ(shape->diameter_hops, hops_max) << description;
    EXPECT_NEAR(shape->diameter_latency_s, 24e-6 * static_cast<double>(hops_max), 1e-12);
  }
}

TEST_F(PlatformDescribe, RouteIsListedLinkByLink) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
    <link id="fast" bandwidth="1GBps" latency="1us"/>
    <link id="slow-link" bandwidth="100MBps" latency="2ms" sharing_policy="FATPIPE"/>
    <route src="a" dst="b"><link_ctn id="fast"/><link_ctn id="slow-link"/></route></zone>)");
  expect_lines(describe_platform(platform, "a", "b"),
               {"route from a to b\n", "   1  fast             1 GB/s        1 us\n",
                "   2  slow-link      100 MB/s        2 ms, not shared (fatpipe)\n",
                "2 links, 2.001 ms in all; the narrowest has 100 MB/s\n",
                "diameter    2 links, 2.001 ms (all 2 pairs of hosts)\n"});
  expect_lines(describe_platform(platform, "a", "a"), {"built-in loopback"});
}

TEST_F(PlatformDescribe, ZonesAreATree) {
  const Platform platform = read(R"(<zone id="w" routing="Floyd">
    <cluster id="c" prefix="c" suffix="" radical="0-3" speed="1Gf,2Gf" core="2" bw="1GBps" lat="1us"/>
    <zone id="z" routing="Full"><host id="h" speed="3Gf"/><router id="r"/></zone></zone>)");
  expect_lines(describe_platform(platform),
               {"zones       w: routing Floyd, 2 zones\n", "              c: star of 4 hosts\n",
                "              z: routing Full, 1 host, 1 router\n",
                "4 x 2 cores of 1 Gflop/s, 2 Gflop/s (pstates)\n", "1 x 1 core of 3 Gflop/s\n",
                "8 of these pairs have no route\n"});
}

TEST(Describe, UnknownHostIsNamed) {
  const Platform platform = make_short_platform("star:8", {});
  EXPECT_THROW(describe_platform(platform, "host-1", "hast-2"), kernel::InputError);
}

// 2000 hosts have 4 million pairs: a sample, said so.
TEST_F(PlatformDescribe, BigPlatformsAreSampled) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <cluster id="x" prefix="x" suffix="" radical="0-999" speed="1Gf" bw="1GBps" lat="1us"/>
    <cluster id="y" prefix="y" suffix="" radical="0-999" speed="1Gf" bw="1GBps" lat="2us"/>
    <link id="l" bandwidth="1GBps" latency="7us"/>
    <zoneRoute src="x" dst="y" gw_src="xx_router" gw_dst="yy_router"><link_ctn id="l"/></zoneRoute>
    </zone>)");
  expect_lines(describe_platform(platform),
               {"diameter    3 links, 10 us (the most among 250000 sampled pairs of hosts)"});
}

}  // namespace
}  // namespace smpi::models
