// SPDX-License-Identifier: BSD-3-Clause
//
// jellyfish and graph files: routes of all pairs against breadth-first search, the number of
// shortest ways, seeds, complaints with file and line.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "tests/unit/models/topology/router_oracle.h"

namespace smpi::models {
namespace {

// A file in the folder of temporary files, and the short description of its graph.
class GraphText {
 public:
  explicit GraphText(const std::string& content)
      : path_(testing::TempDir() + "shortest_ways_test." + std::to_string(::getpid()) + ".graph") {
    std::ofstream(path_) << content;
  }
  ~GraphText() { std::remove(path_.c_str()); }
  std::string text(const std::string& keys = {}) const { return "graph:" + path_ + keys; }

 private:
  std::string path_;
};

struct Fish {
  const char* text;
  std::uint32_t routers, degree, hosts;
};

constexpr Fish fishes[] = {
    {"jellyfish:50,7", 50, 7, 1},      {"jellyfish:20,3;hosts=2;seed=5", 20, 3, 2},
    {"jellyfish:6,5", 6, 5, 1},        {"jellyfish:16,13;seed=3", 16, 13, 1},
    {"jellyfish:9,2;seed=7", 9, 2, 1}, {"jellyfish:2,1;hosts=3", 2, 1, 3}};

// Every router has the degree. Between hosts all ways that are looked at differ and are shortest.
TEST(Jellyfish, IsRegularAndRoutesAreShortest) {
  for (const Fish& fish : fishes) {
    SCOPED_TRACE(fish.text);
    const Platform platform = short_platform(fish.text);
    const RouterOracle oracle(platform);
    EXPECT_EQ(oracle.router_count(), fish.routers);
    EXPECT_EQ(oracle.cable_count(), std::size_t{fish.routers} * fish.degree / 2);
    EXPECT_EQ(oracle.degree_min(), fish.degree);
    EXPECT_EQ(oracle.degree_max(), fish.degree);
    EXPECT_LT(oracle.diameter(), fish.routers);
    oracle.check_shortest_routes(fish.hosts);
  }
}

// Moore's bound: r routers at distance 1, r (r - 1) at 2, the rest at 3; of 50, 7 it is 91/49.
TEST(Jellyfish, MeanDistanceIsAboveMooresBound) {
  for (std::uint32_t seed = 1; seed <= 5; seed++) {
    const Platform platform = short_platform("jellyfish:50,7;seed=" + std::to_string(seed));
    const double mean = RouterOracle(platform).mean_distance();
    EXPECT_GE(mean, 1.857143);
    EXPECT_LE(mean, 2.2);
  }
}

TEST(Jellyfish, TheSeedMakesTheGraph) {
  const auto cables = [](const char* text) {
    const Platform platform = short_platform(text);
    std::vector<std::string> names;
    for (LinkId link = 0; link < platform.links.count(); link++) {
      names.emplace_back(platform.links.name[link]);
    }
    return names;
  };
  EXPECT_EQ(cables("jellyfish:30,4"), cables("jellyfish:30,4;seed=1"));
  EXPECT_NE(cables("jellyfish:30,4"), cables("jellyfish:30,4;seed=2"));
}

// A grid of 3 x 3 from a file: (2 + 2)!/(2! 2!) = 6 shortest ways from corner to corner. A hash of
// the two hosts says with which of them the order begins.
TEST(Graph, AllShortestWaysOfAGrid) {
  const GraphText file(
      "# 0 1 2\n# 3 4 5\n# 6 7 8\n0 1\n1 2\n3 4\n4 5\n6 7\n7 8\n\n0 3\n3 6 # down\n1 4\n4 7\n2 "
      "5\n5 8\n");
  const Platform platform = short_platform(file.text(";hosts=2"));
  const RouterOracle oracle(platform);
  EXPECT_EQ(oracle.cable_count(), 12U);
  using Way = std::vector<std::uint32_t>;
  const std::vector<Way> in_order = {{0, 1, 2, 5, 8}, {0, 1, 4, 5, 8}, {0, 1, 4, 7, 8},
                                     {0, 3, 4, 5, 8}, {0, 3, 4, 7, 8}, {0, 3, 6, 7, 8}};
  for (const HostId from : {0U, 1U}) {
    for (const HostId to : {16U, 17U}) {
      ASSERT_EQ(platform.path_count(from, to), 6U);
      const Way first = oracle.walk(from, to, 0);
      const auto begin = std::find(in_order.begin(), in_order.end(), first) - in_order.begin();
      for (std::uint32_t choice = 0; choice < 6; choice++) {
        EXPECT_EQ(oracle.walk(from, to, 0, choice),
                  in_order[(static_cast<std::size_t>(begin) + choice) % 6]);
      }
    }
  }
  oracle.check_shortest_routes(2);
}

TEST(Graph, RingsTreesAndCompleteGraphs) {
  for (const char* content : {"0 1\n1 2\n2 3\n3 4\n4 0\n", "0 1\n0 2\n1 3\n1 4\n2 5\n2 6\n",
                              "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n", "0 1\n"}) {
    const GraphText file(content);
    const Platform platform = short_platform(file.text());
    RouterOracle(platform).check_shortest_routes(1);
  }
}

// 2^40 shortest ways are counted as 2^32 - 1; a way of such a number exists.
TEST(Graph, ManyWaysSaturate) {
  std::string content;
  for (std::uint32_t step = 0; step < 40; step++) {
    const std::uint32_t at = 3 * step;
    for (const std::uint32_t middle : {at + 1, at + 2}) {
      content += std::to_string(at) + " " + std::to_string(middle) + "\n";
      content += std::to_string(middle) + " " + std::to_string(at + 3) + "\n";
    }
  }
  const GraphText file(content);
  const Platform platform = short_platform(file.text());
  EXPECT_EQ(platform.path_count(0, 120), 0xffffffffU);
  EXPECT_EQ(RouterOracle(platform).walk(0, 120, 0, 0xfffffffeU).size(), 81U);
}

// Figures, counts and hosts of a line override those of the description.
TEST(Graph, LinesOverride) {
  const GraphText file("0 1 8Gbps 3us 2\n1 2\nhosts 1 0\nhosts 2 3\n");
  const Platform platform = short_platform(file.text(";hosts=2"));
  ASSERT_EQ(platform.hosts.count(), 5U);
  const auto cable = platform.find_link("graph_link_from_0_to_1_UP");
  ASSERT_TRUE(cable);
  EXPECT_EQ(platform.links.bandwidth_bytes_per_s[*cable], 2e9);
  EXPECT_EQ(platform.links.latency_s[*cable], 3e-6);
  EXPECT_EQ(RouterOracle(platform).walk(0, 4, 0), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Graph, ComplaintsNameFileAndLine) {
  const std::pair<const char*, const char*> complaints[] = {
      {"0 1\n1 1\n", ".graph:2: a cable joins a router to itself"},
      {"0 1\n1 0\n", ".graph:2: two routers are joined twice"},
      {"0 1 1Gbps\n", ".graph:1: expected two routers"},
      {"0 1 1Gbpx 1us\n", "1Gbpx"},
      {"0 1 0Gbps 1us\n", "a bandwidth must be positive"},
      {"0 1 1Gbps 1us 0\n", "expected at least one cable"},
      {"0 x\n", "expected a whole number below 2^24: 'x'"},
      {"0 1\nhosts 7 2\n", "a router has no cable: '7'"},
      {"0 2\n", "a router has no cable: '1'"},
      {"0 1\n2 3\n", "not all connected"},
      {"0 1\nhosts 0 0\nhosts 1 0\n", "no router has a host"},
      {"hosts 0\n", "expected a router and its number of hosts"},
      {"# nothing\n", "the file has no cable"},
      {"0 20000\n", "a router has no cable"},
  };
  for (const auto& [content, expected] : complaints) {
    const GraphText file(content);
    EXPECT_NE(complaint(file.text()).find(expected), std::string::npos)
        << content << complaint(file.text());
  }
  EXPECT_NE(complaint("graph:/no/such/file").find("cannot read the graph"), std::string::npos);
  EXPECT_NE(complaint("graph:").find("a graph needs a file"), std::string::npos);
}

TEST(Jellyfish, ComplaintsArePrecise) {
  const std::pair<const char*, const char*> complaints[] = {
      {"jellyfish:50", "a Jellyfish is two numbers"},
      {"jellyfish:7,3", "routers times degree must be even"},
      {"jellyfish:5,5", "must be below the number of its routers"},
      {"jellyfish:50,7;sead=1", "did you mean 'seed'?"},
      {"jellyfish:20000,4", "need 2288 MiB of tables; the limit is 768 MiB"},
      {"jellyfish:50,1", "no connected graph from 100 seeds"},
      {"jellyfish:50,7;seed=x", "expected a positive whole number: 'x'"},
  };
  for (const auto& [text, expected] : complaints) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << text << ": " << complaint(text);
  }
}

}  // namespace
}  // namespace smpi::models
