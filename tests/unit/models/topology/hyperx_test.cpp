// SPDX-License-Identifier: BSD-3-Clause
//
// hyperx, flattened-butterfly, hypercube and express-mesh: counts, routes of all pairs against
// breadth-first search, numbered ways, complaints.
#include "tests/unit/models/topology/router_oracle.h"

namespace smpi::models {
namespace {

// Hamming graph of P = prod S_i: degree sum (S_i - 1), mean distance P/(P - 1) sum (1 - 1/S_i).
constexpr RouterCounts rows[] = {
    {"hyperx:4x4", 1, 16, 48, 6, 6, 2, 1.6},
    {"hyperx:4x3x2", 1, 24, 72, 6, 6, 3, 2.0},
    {"hyperx:5;hosts=3", 3, 5, 10, 4, 4, 1, 1.0},
    {"hyperx:3x1x3;width=2;hosts=2", 2, 9, 18, 4, 4, 2, 1.5},
    {"hyperx:2x3x2x3;width=1x2x3x4", 1, 36, 108, 6, 6, 4, 2.4},
    {"flattened-butterfly:4,2", 4, 4, 6, 3, 3, 1, 1.0},
    {"flattened-butterfly:4,3", 4, 16, 48, 6, 6, 2, 1.6},
    {"flattened-butterfly:2,4", 2, 8, 12, 3, 3, 3, 12.0 / 7},
    {"flattened-butterfly:3,3", 3, 9, 18, 4, 4, 2, 1.5},
    {"flattened-butterfly:4,3;hosts=1", 1, 16, 48, 6, 6, 2, 1.6},
    {"hypercube:1", 1, 2, 1, 1, 1, 1, 1.0},
    {"hypercube:2;hosts=3", 3, 4, 4, 2, 2, 2, 4.0 / 3},
    {"hypercube:4", 1, 16, 32, 4, 4, 4, 32.0 / 15},
    {"hypercube:5", 1, 32, 80, 5, 5, 5, 80.0 / 31},
    {"hypercube:6", 1, 64, 192, 6, 6, 6, 192.0 / 63},
    // Of gap 1 a hyperx, of a large gap a mesh; gap 2 joins odd distances.
    {"express-mesh:4x4;gap=1", 1, 16, 48, 6, 6, 2, 1.6},
    {"express-mesh:4x4;gap=2", 1, 16, 32, 4, 4, 4, 32.0 / 15},
    {"express-mesh:4x4;gap=9", 1, 16, 24, 2, 4, 6, 40.0 / 15},
    {"express-mesh:8;gap=2", 1, 8, 16, 4, 4, 2, (32 + 2 * 24) / 56.0},
    {"express-mesh:6x3;gap=2;hosts=2", 2, 18, 39, 4, 5, 4, -1},
};

TEST(HyperX, CountsAndShortestRoutes) {
  for (const RouterCounts& row : rows) {
    SCOPED_TRACE(row.text);
    const Platform platform = short_platform(row.text);
    const RouterOracle oracle(platform);
    RouterCounts expected = row;
    if (row.mean_distance < 0) expected.mean_distance = oracle.mean_distance();
    check_counts(platform, oracle, expected);
    oracle.check_shortest_routes(row.hosts);
  }
}

TEST(HyperX, LargeOneHasItsCounts) {
  const Platform platform = short_platform("hyperx:8x8x8");
  EXPECT_EQ(platform.links.count(), 2U * (512 + 5376));
  const std::string text = describe_platform(platform);
  EXPECT_NE(text.find("512 of 22 ports"), std::string::npos) << text;
  EXPECT_NE(text.find("512 host, 1792 dim1, 1792 dim2, 1792 dim3"), std::string::npos) << text;
  EXPECT_NE(text.find("2.630137 cables in the mean between two routers, 3 at most"),
            std::string::npos)
      << text;
}

// 4x4, from (0,0) to (2,3): first x, over router 2; by way 1 first y, over router 12.
TEST(HyperX, WaysAreTheOrdersOfTheDimensions) {
  const Platform platform = short_platform("hyperx:4x4");
  const RouterOracle oracle(platform);
  ASSERT_EQ(platform.path_count(0, 14), 2U);
  EXPECT_EQ(oracle.walk(0, 14, 0), (std::vector<std::uint32_t>{0, 2, 14}));
  EXPECT_EQ(oracle.walk(0, 14, 0, 1), (std::vector<std::uint32_t>{0, 12, 14}));
  EXPECT_EQ(platform.path_count(0, 3), 1U);
  EXPECT_EQ(short_platform("hypercube:6").path_count(0, 63), 720U);
  // 13! is above 2^32.
  EXPECT_EQ(short_platform("hypercube:13").path_count(0, (1U << 13) - 1), 0xffffffffU);
}

// In a row of 8 with gap 3 there are cables of 1, 4 and 7: from 0 to 6 one of 4 and two of 1,
// though 0-7-6 would be shorter.
TEST(ExpressMesh, TakesTheLongestCableThatDoesNotOvershoot) {
  const Platform platform = short_platform("express-mesh:8;gap=3");
  const RouterOracle oracle(platform);
  EXPECT_EQ(oracle.walk(0, 6, 0), (std::vector<std::uint32_t>{0, 4, 5, 6}));
  EXPECT_EQ(oracle.walk(7, 0, 7), (std::vector<std::uint32_t>{7, 0}));
  oracle.check_routes([](HostId host) { return host; },
                      [](std::uint32_t from, std::uint32_t to) {
                        return 1 + (std::max(from, to) - std::min(from, to) - 1) % 3;
                      });
}

// Width multiplies the bandwidth of a dimension's cables.
TEST(HyperX, WidthIsBandwidth) {
  const Platform platform = short_platform("hyperx:3x2;width=1x4");
  const auto first = platform.find_link("hyperx_dim1_from_0_to_1_UP");
  const auto second = platform.find_link("hyperx_dim2_from_0_to_3_UP");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(platform.links.bandwidth_bytes_per_s[*second],
            4 * platform.links.bandwidth_bytes_per_s[*first]);
}

// min_i K_i S_i P/4 cables of 1.25 GB/s: 16, 12, 1024, 32; of 8x3 the thinnest cut is not a half,
// so bounds are given.
TEST(HyperX, BisectionIsAClosedForm) {
  const std::pair<const char*, const char*> cuts[] = {{"hyperx:4x4", " 20 GB/s from one half"},
                                                      {"hyperx:4x3x2", " 15 GB/s from one half"},
                                                      {"hyperx:8x8x8", "1.28 TB/s from one half"},
                                                      {"hypercube:6", " 40 GB/s from one half"}};
  for (const auto& [text, expected] : cuts) {
    const std::string description = describe_platform(short_platform(text));
    EXPECT_NE(description.find(expected), std::string::npos) << description;
  }
  const std::string odd = describe_platform(short_platform("hyperx:8x3"));
  EXPECT_EQ(odd.find("B/s from one half"), std::string::npos) << odd;
  EXPECT_NE(odd.find("cables from one half"), std::string::npos) << odd;
}

TEST(HyperX, ComplaintsArePrecise) {
  const std::pair<const char*, const char*> complaints[] = {
      {"hyperx:4x0", "expected a positive whole number: '0'"},
      {"hyperx:", "expected a positive whole number"},
      {"hyperx:4x4;host=2", "unknown key 'host'; did you mean 'hosts'?"},
      {"hyperx:4x4;gap=2", "unknown key 'gap'"},
      {"hyperx:4x4;hosts=2;hosts=3", "key 'hosts' twice: 'hosts=3'"},
      {"hyperx:4x4;hosts", "expected KEY=VALUE"},
      {"hyperx:4x4;hosts=", "expected a positive whole number"},
      {"hyperx:4x4;hosts=-1", "expected a positive whole number: '-1'"},
      {"hyperx:4x4;width=1x2x3", "one for each of the 2 dimensions: '1x2x3'"},
      {"hyperx:8192x8192", "more than 2^24"},
      {"hyperx:4096x1024", "more than 2^24"},
      {"hyperx:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2", "more than 20 dimensions"},
      {"flattened-butterfly:4", "two numbers"},
      {"flattened-butterfly:4,1", "at least 2"},
      {"flattened-butterfly:1,40", "more than 20 dimensions"},
      {"hypercube:21", "more than 20 dimensions"},
      {"hypercube:20;hosts=16", "more than 2^24"},
      {"hypercube:4,4", "expected a positive whole number"},
      {"express-mesh:8x8", "needs gap=NUMBER"},
      {"express-mesh:8x8;gap=0", "expected a positive whole number: '0'"},
  };
  for (const auto& [text, expected] : complaints) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << text << ": " << complaint(text);
  }
}

}  // namespace
}  // namespace smpi::models
