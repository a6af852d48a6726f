// SPDX-License-Identifier: BSD-3-Clause
//
// df+: counts, routes of all pairs against breadth-first search, ways, complaints.
#include "tests/unit/models/topology/router_oracle.h"

namespace smpi::models {
namespace {

struct Row {
  const char* text;
  std::uint32_t hosts, leaves, spines;  // per leaf, per group
  std::uint32_t routers;
  std::size_t cables, degree_min, degree_max;
  double mean_distance;  // below 0: no oracle
};

constexpr Row rows[] = {
    {"df+:4,4,4,4,17", 4, 4, 4, 136, 408, 4, 8, 3.107407},
    {"df+:2,2,2,2,5", 2, 2, 2, 20, 30, 2, 4, 2.5},
    {"df+:2,2,2,2", 2, 2, 2, 20, 30, 2, 4, 2.5},
    {"df+:1,3,2,2,3", 1, 3, 2, 15, 24, 2, 5, -1},  // two cables for each two groups
    {"df+:3,4,2,1,1", 3, 4, 2, 6, 8, 2, 4, 22.0 / 15},
    {"df+:1,2,3,2,7;arrangement=absolute", 1, 2, 3, 35, 63, 3, 4, -1},
};

TEST(DragonflyPlus, CountsAndShortestRoutes) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Platform platform = short_platform(row.text);
    const RouterOracle oracle(platform);
    EXPECT_EQ(oracle.router_count(), row.routers);
    EXPECT_EQ(oracle.cable_count(), row.cables);
    EXPECT_EQ(oracle.degree_min(), row.degree_min);
    EXPECT_EQ(oracle.degree_max(), row.degree_max);
    if (row.mean_distance > 0) {
      EXPECT_NEAR(oracle.mean_distance(), row.mean_distance, 1e-6);
    }
    oracle.check_shortest_routes([&](HostId host) {
      const std::uint32_t leaf = host / row.hosts;
      return leaf / row.leaves * (row.leaves + row.spines) + leaf % row.leaves;
    });
  }
}

// df+:4,4,4,4,17: inside a group spine (destination mod 4) and the three others; between groups one
// cable.
TEST(DragonflyPlus, WaysAreSpinesInsideAndCablesBetweenGroups) {
  const Platform platform = short_platform("df+:4,4,4,4,17");
  const RouterOracle oracle(platform);
  ASSERT_EQ(platform.path_count(0, 12), 4U);
  EXPECT_EQ(oracle.walk(0, 12, 0), (std::vector<std::uint32_t>{0, 4, 3}));
  EXPECT_EQ(oracle.walk(0, 12, 0, 1), (std::vector<std::uint32_t>{0, 5, 3}));
  EXPECT_EQ(oracle.walk(0, 15, 0), (std::vector<std::uint32_t>{0, 7, 3}));
  EXPECT_EQ(platform.path_count(0, 16), 1U);
  EXPECT_EQ(short_platform("df+:1,3,2,2,3").path_count(0, 3), 2U);
}

TEST(DragonflyPlus, IsDescribed) {
  const std::string text = describe_platform(short_platform("df+:2,2,2,2,5"));
  EXPECT_NE(text.find("20 of 4 ports"), std::string::npos) << text;
  EXPECT_NE(text.find("20 host, 20 local, 10 global"), std::string::npos) << text;
  EXPECT_NE(text.find("2.500000 cables in the mean"), std::string::npos) << text;
  EXPECT_NE(text.find("5 links"), std::string::npos) << text;
}

TEST(DragonflyPlus, ComplaintsArePrecise) {
  const std::pair<const char*, const char*> complaints[] = {
      {"df+:2,2,2", "four or five numbers"},
      {"df+:2,2,2,x", "expected a positive whole number: 'x'"},
      {"df+:2,2,2,2,6", "6 groups need 5 global ports each; a group has 4"},
      {"df+:2,2,2,2,5;arrangement=", "relative or absolute"},
      {"df+:2,2,2,2,5;seed=1", "unknown key 'seed'"},
      {"df+:1,16777216,16777216,1,1", "more than 2^24"},
  };
  for (const auto& [text, expected] : complaints) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << text << ": " << complaint(text);
  }
}

}  // namespace
}  // namespace smpi::models
