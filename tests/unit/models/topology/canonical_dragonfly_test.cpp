// SPDX-License-Identifier: BSD-3-Clause
//
// df: counts, arrangements, routes of all pairs with one global cable, complaints.
#include "tests/unit/models/topology/router_oracle.h"

namespace smpi::models {
namespace {

constexpr RouterCounts rows[] = {
    {"df:2,4,2,9", 2, 36, 90, 5, 5, 3, 2.342857},
    {"df:2,4,2", 2, 36, 90, 5, 5, 3, 2.342857},
    {"df:4,8,4,33", 4, 264, 1452, 11, 11, 3, 2.686312},
    {"df:1,3,1,4", 1, 12, 18, 3, 3, 3, -1},
    {"df:1,1,3,4", 1, 4, 6, 3, 3, 1, 1.0},   // groups of one router: all joined
    {"df:3,5,2,1", 3, 5, 10, 4, 4, 1, 1.0},  // one group
    {"df:1,4,2,5", 1, 20, 50, 5, 5, 3, -1},  // two cables for each two groups
    {"df:1,4,2,4", 1, 16, 36, 3, 5, 3, -1},  // two, and two ports that stay free
    {"df:2,4,2,9;arrangement=absolute", 2, 36, 90, 5, 5, 3, -1},
    {"df:1,6,3,19;arrangement=absolute", 1, 114, 456, 8, 8, 3, -1},
};

// The least number of cables with exactly one global one between groups.
std::uint32_t hierarchical(const RouterOracle& oracle, std::uint32_t routers, std::uint32_t from,
                           std::uint32_t to) {
  if (from / routers == to / routers) return 1;
  std::uint32_t best = RouterOracle::far;
  for (std::uint32_t here = from / routers * routers; here < (from / routers + 1) * routers;
       here++) {
    for (std::uint32_t there = to / routers * routers; there < (to / routers + 1) * routers;
         there++) {
      if (oracle.distance(here, there) != 1) continue;
      best = std::min(best, 1U + (here != from ? 1 : 0) + (there != to ? 1 : 0));
    }
  }
  return best;
}

std::uint32_t routers_of(const char* text) {
  return static_cast<std::uint32_t>(std::string_view(text)[5] - '0');
}

TEST(CanonicalDragonfly, CountsAreTheOracles) {
  for (const RouterCounts& row : rows) {
    SCOPED_TRACE(row.text);
    const Platform platform = short_platform(row.text);
    const RouterOracle oracle(platform);
    RouterCounts expected = row;
    if (row.mean_distance < 0) expected.mean_distance = oracle.mean_distance();
    check_counts(platform, oracle, expected);
  }
}

// Way 0 is the shortest with one global cable, each way has at most 3 cables, and all differ.
TEST(CanonicalDragonfly, RoutesAreShortestWithOneGlobalCable) {
  for (const RouterCounts& row : rows) {
    SCOPED_TRACE(row.text);
    const Platform platform = short_platform(row.text);
    if (platform.hosts.count() > 200) continue;
    const RouterOracle oracle(platform);
    const std::uint32_t routers = routers_of(row.text);
    oracle.check_routes([&](HostId host) { return host / row.hosts; },
                        [&](auto from, auto to) {
                          return from == to ? 0 : hierarchical(oracle, routers, from, to);
                        },
                        1);
    for (HostId from = 0; from < platform.hosts.count(); from += row.hosts) {
      for (HostId to = 0; to < platform.hosts.count(); to += row.hosts) {
        if (from == to) continue;
        std::set<std::vector<std::uint32_t>> ways;
        const std::uint32_t count = platform.path_count(from, to);
        for (std::uint32_t choice = 0; choice < count; choice++) {
          ways.insert(oracle.walk(from, to, from / row.hosts, choice));
        }
        ASSERT_EQ(ways.size(), count);
        for (const auto& way : ways) {
          ASSERT_LE(way.size(), 4U);
          ASSERT_EQ(way.back(), to / row.hosts);
        }
      }
    }
  }
}

// df:2,4,2,9, relative: port j of group 0 goes to group j + 1; group 3 is behind port 2 of router
// 1, and its far port has offset index 9 - 3 - 1 = 5, of router 2: 3 * 4 + 2.
TEST(CanonicalDragonfly, RelativeAndAbsoluteArrangement) {
  const Platform relative = short_platform("df:2,4,2,9");
  EXPECT_EQ(RouterOracle(relative).walk(0, 24, 0), (std::vector<std::uint32_t>{0, 1, 14, 12}));
  // Absolute: port 2 of group 0 goes to group 3, whose port 0, of router 0, goes to group 0.
  const Platform absolute = short_platform("df:2,4,2,9;arrangement=absolute");
  EXPECT_EQ(RouterOracle(absolute).walk(0, 24, 0), (std::vector<std::uint32_t>{0, 1, 12}));
}

// Two groups of one router with two ports: the two cables are one of twice the bandwidth.
TEST(CanonicalDragonfly, ParallelCablesAreOne) {
  const Platform platform = short_platform("df:1,1,2,2");
  ASSERT_EQ(platform.links.count(), 2U * (2 + 1));
  EXPECT_EQ(platform.path_count(0, 1), 1U);
  EXPECT_EQ(platform.links.bandwidth_bytes_per_s[4], 2 * platform.links.bandwidth_bytes_per_s[0]);
  const std::string text = describe_platform(platform);
  EXPECT_NE(text.find("2 host, 0 local, 2 global"), std::string::npos) << text;
}

TEST(CanonicalDragonfly, IsDescribed) {
  const std::string text = describe_platform(short_platform("df:2,4,2,9"));
  EXPECT_NE(text.find("36 of 7 ports"), std::string::npos) << text;
  EXPECT_NE(text.find("72 host, 54 local, 36 global"), std::string::npos) << text;
  EXPECT_NE(text.find("2.342857 cables in the mean"), std::string::npos) << text;
  EXPECT_NE(text.find("5 links"), std::string::npos) << text;
}

TEST(CanonicalDragonfly, ComplaintsArePrecise) {
  const std::pair<const char*, const char*> complaints[] = {
      {"df:2,4", "three or four numbers"},
      {"df:2,4,2,9,1", "three or four numbers"},
      {"df:2,4,0,9", "expected a positive whole number: '0'"},
      {"df:2,4,2,10", "10 groups need 9 global ports each; a group has 8"},
      {"df:2,4,2,9;arrangement=circular", "relative or absolute: 'circular'"},
      {"df:2,4,2,9;arangement=absolute", "did you mean 'arrangement'?"},
      {"df:2,4,2,9;hosts=3", "unknown key 'hosts'"},
      {"df:99,999,999", "more than 2^24"},
      {"df:1,65536,65536", "more than 2^24"},
  };
  for (const auto& [text, expected] : complaints) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << text << ": " << complaint(text);
  }
}

}  // namespace
}  // namespace smpi::models
