// SPDX-License-Identifier: BSD-3-Clause
//
// slimfly and polarfly, and the fields they are built of: counts, routes of all pairs against
// breadth-first search, common neighbours as ways, complaints.
#include "models/topology/galois.h"
#include "tests/unit/models/topology/router_oracle.h"

namespace smpi::models {
namespace {

// The powers of the primitive element are all elements but 0; sums and products obey the laws.
TEST(GaloisField, IsAField) {
  for (const std::uint32_t q : {2U, 3U, 4U, 5U, 7U, 8U, 9U, 13U, 16U, 25U, 27U, 32U}) {
    SCOPED_TRACE(q);
    const auto field = GaloisField::make(q);
    ASSERT_TRUE(field);
    std::set<std::uint32_t> powers;
    for (std::uint32_t i = 0; i + 1 < q; i++) powers.insert(field->power(i));
    EXPECT_EQ(powers.size(), q - 1);
    EXPECT_FALSE(powers.contains(0));
    for (std::uint32_t a = 0; a < q; a++) {
      EXPECT_EQ(field->sum(a, field->negative(a)), 0U);
      if (a > 0) {
        EXPECT_EQ(field->product(a, field->inverse(a)), 1U);
      }
      for (std::uint32_t b = 0; b < q; b++) {
        ASSERT_EQ(field->sum(a, b), field->sum(b, a));
        for (std::uint32_t c = 0; c < q; c++) {
          ASSERT_EQ(field->product(a, field->sum(b, c)),
                    field->sum(field->product(a, b), field->product(a, c)));
        }
      }
    }
  }
  for (const std::uint32_t q : {0U, 1U, 6U, 12U, 49U}) EXPECT_FALSE(GaloisField::make(q)) << q;
}

constexpr RouterCounts slimflies[] = {
    {"slimfly:3;hosts=1", 1, 18, 45, 5, 5, 2, 1.705882},
    {"slimfly:4;hosts=2", 2, 32, 96, 6, 6, 2, 1.806452},
    {"slimfly:5", 4, 50, 175, 7, 7, 2, 1.857143},
    {"slimfly:7;hosts=1", 1, 98, 539, 11, 11, 2, 1.886598},
    {"slimfly:8;hosts=1", 1, 128, 768, 12, 12, 2, 1.905512},
    {"slimfly:9;hosts=1", 1, 162, 1053, 13, 13, 2, 1.919255},
    {"slimfly:11;hosts=1", 1, 242, 2057, 17, 17, 2, 1.929461},
    {"slimfly:13;hosts=1", 1, 338, 3211, 19, 19, 2, 1.943620},
};

constexpr RouterCounts polarflies[] = {
    {"polarfly:2", 2, 7, 9, 2, 3, 2, 1.571429},
    {"polarfly:3;hosts=2", 2, 13, 24, 3, 4, 2, 1.692308},
    {"polarfly:4;hosts=1", 1, 21, 50, 4, 5, 2, 1.761905},
    {"polarfly:5", 3, 31, 90, 5, 6, 2, 1.806452},
    {"polarfly:7;hosts=1", 1, 57, 224, 7, 8, 2, 1.859649},
    {"polarfly:9;hosts=1", 1, 91, 450, 9, 10, 2, 1.890110},
    {"polarfly:11;hosts=1", 1, 133, 792, 11, 12, 2, 1.909774},
    {"polarfly:13;hosts=1", 1, 183, 1274, 13, 14, 2, 1.923497},
};

void check(const RouterCounts& row) {
  SCOPED_TRACE(row.text);
  const Platform platform = short_platform(row.text);
  const RouterOracle oracle(platform);
  check_counts(platform, oracle, row);
  if (row.routers < 200) oracle.check_shortest_routes(row.hosts);
}

TEST(SlimFly, CountsAndShortestRoutes) {
  for (const RouterCounts& row : slimflies) check(row);
}

TEST(PolarFly, CountsAndShortestRoutes) {
  for (const RouterCounts& row : polarflies) check(row);
}

// q = 5 is the Hoffman-Singleton graph: X = {1, 4}, X' = {2, 3}, exactly one common neighbour of
// routers that are not joined. q = 7: X = {1, 2, 5, 6}, X' = {1, 3, 4, 6}.
TEST(SlimFly, KnownGenerators) {
  const auto has = [](const Platform& platform, std::uint32_t from, std::uint32_t to) {
    return platform
        .find_link("slimfly_link_from_" + std::to_string(from) + "_to_" + std::to_string(to) +
                   "_UP")
        .has_value();
  };
  const Platform five = short_platform("slimfly:5;hosts=1");
  const Platform seven = short_platform("slimfly:7;hosts=1");
  for (std::uint32_t d = 1; d < 5; d++) {
    EXPECT_EQ(has(five, 0, d), d == 1 || d == 4) << d;
    EXPECT_EQ(has(five, 25, 25 + d), d == 2 || d == 3) << d;
  }
  for (std::uint32_t d = 1; d < 7; d++) {
    EXPECT_EQ(has(seven, 0, d), d == 1 || d == 2 || d == 5 || d == 6) << d;
    EXPECT_EQ(has(seven, 49, 49 + d), d == 1 || d == 3 || d == 4 || d == 6) << d;
  }
  for (HostId to = 1; to < 50; to++) EXPECT_EQ(five.path_count(0, to), 1U);
}

// The ways of two routers are their common neighbours, in router order from way 0 on.
TEST(SlimFly, WaysAreTheCommonNeighbours) {
  const Platform platform = short_platform("slimfly:4;hosts=1");
  const RouterOracle oracle(platform);
  std::uint32_t most = 1;
  for (HostId to = 1; to < 32; to++) {
    const std::uint32_t count = platform.path_count(0, to);
    most = std::max(most, count);
    if (oracle.distance(0, to) == 1) continue;
    std::vector<std::uint32_t> common;
    for (std::uint32_t router = 0; router < 32; router++) {
      if (oracle.distance(0, router) == 1 && oracle.distance(router, to) == 1) {
        common.push_back(router);
      }
    }
    ASSERT_EQ(count, common.size());
    const std::uint32_t first = oracle.walk(0, to, 0)[1];
    const auto place = std::find(common.begin(), common.end(), first) - common.begin();
    for (std::uint32_t choice = 0; choice < count; choice++) {
      EXPECT_EQ(oracle.walk(0, to, 0, choice)[1],
                common[(static_cast<std::size_t>(place) + choice) % count]);
    }
  }
  EXPECT_GT(most, 1U);
}

// The published size: q = 19 has 722 routers of radix 44 and 10,830 hosts.
TEST(SlimFly, PublishedSizeIsDescribed) {
  const Platform platform = short_platform("slimfly:19");
  EXPECT_EQ(platform.hosts.count(), 10830U);
  const std::string text = describe_platform(platform);
  EXPECT_NE(text.find("722 of 44 ports"), std::string::npos) << text;
  EXPECT_NE(text.find("4 links"), std::string::npos) << text;
}

TEST(SlimFlyAndPolarFly, ComplaintsArePrecise) {
  const std::pair<const char*, const char*> complaints[] = {
      {"slimfly:6", "needs a power of a prime from 3 on: '6'"},
      {"slimfly:2", "needs a power of a prime from 3 on: '2'"},
      {"slimfly:49", "needs a power of a prime"},
      {"slimfly:5;hosts=0", "expected a positive whole number: '0'"},
      {"slimfly:5;host=2", "did you mean 'hosts'?"},
      {"slimfly:5,4", "expected a positive whole number: '5,4'"},
      {"slimfly:4099", "more than 2^24"},
      {"polarfly:6", "needs a power of a prime: '6'"},
      {"polarfly:1", "needs a power of a prime: '1'"},
      {"polarfly:5;width=2", "unknown key 'width'"},
      {"polarfly:4093", "more than 2^24"},
      {"polarfly:", "expected a positive whole number"},
  };
  for (const auto& [text, expected] : complaints) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << text << ": " << complaint(text);
  }
}

}  // namespace
}  // namespace smpi::models
