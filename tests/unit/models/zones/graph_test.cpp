// SPDX-License-Identifier: BSD-3-Clause
//
// Shortest ways of Floyd and Dijkstra zones: lengths, ties, missing ways, gateways between hops.
#include "models/zones/graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

class Graphs : public PlatformFiles, public testing::WithParamInterface<const char*> {
 protected:
  Platform read_graph(std::string_view body) {
    return read(fmt::format("<zone id=\"w\" routing=\"{}\">{}</zone>", GetParam(), body));
  }
  static std::string hosts(std::string_view names) {
    std::string text;
    for (const char name : names) text += fmt::format("<host id=\"{}\" speed=\"1Gf\"/>", name);
    return text;
  }
  static std::string link(std::string_view name) {
    return fmt::format("<link id=\"{}\" bandwidth=\"1GBps\" latency=\"1us\"/>", name);
  }
  static std::string hop(char from, char to, std::vector<std::string> links,
                         std::string_view more = "") {
    std::string text = fmt::format("<route src=\"{}\" dst=\"{}\" {}>", from, to, more);
    for (const std::string& name : links) text += fmt::format("<link_ctn id=\"{}\"/>", name);
    return text + "</route>";
  }
};

// a -1- b -1- c against one route a-c of three links: the chain is shorter.
TEST_P(Graphs, FewestLinksWin) {
  const Platform platform =
      read_graph(hosts("abc") + link("ab") + link("bc") + link("x") + link("y") + link("z") +
                 hop('a', 'c', {"x", "y", "z"}) + hop('a', 'b', {"ab"}) + hop('b', 'c', {"bc"}));
  double latency_s = 0;
  EXPECT_EQ(route(platform, "a", "c", &latency_s), "ab bc");
  EXPECT_DOUBLE_EQ(latency_s, 2e-6);
  EXPECT_EQ(route(platform, "c", "a"), "bc ab");
}

// a-b-d and a-c-d are equally long. Both algorithms meet b first: it is declared and named first.
TEST_P(Graphs, FirstOfEqualWaysWins) {
  const Platform platform = read_graph(hosts("abcd") + link("ab") + link("ac") + link("bd") +
                                       link("cd") + hop('a', 'b', {"ab"}) + hop('a', 'c', {"ac"}) +
                                       hop('b', 'd', {"bd"}) + hop('c', 'd', {"cd"}));
  EXPECT_EQ(route(platform, "a", "d"), "ab bd");
  EXPECT_EQ(route(platform, "d", "a"), "bd ab");
}

TEST_P(Graphs, OneWayHopsAndIslandsHaveNoWayBack) {
  const Platform platform =
      read_graph(hosts("abc") + link("ab") + hop('a', 'b', {"ab"}, "symmetrical=\"NO\""));
  EXPECT_EQ(route(platform, "a", "b"), "ab");
  Route found;
  EXPECT_FALSE(platform.find_route(1, 0, found));
  EXPECT_FALSE(platform.find_route(0, 2, found));
  EXPECT_TRUE(platform.find_route(2, 2, found));
  EXPECT_TRUE(found.links.empty());
}

TEST_P(Graphs, LoopbackRouteOfAHost) {
  const Platform platform = read_graph(hosts("ab") + link("ab") + link("loop") +
                                       hop('a', 'b', {"ab"}) + hop('a', 'a', {"loop"}));
  EXPECT_EQ(route(platform, "a", "a"), "loop");
  EXPECT_EQ(route(platform, "b", "b"), "");
}

// Two hops meet in zone m at different gateways m1 and m2: the way between these is inserted.
TEST_P(Graphs, WayBetweenTheGatewaysOfAZoneIsInserted) {
  const Platform platform = read_graph(
      "<zone id=\"l\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/></zone>"
      "<zone id=\"m\" routing=\"Full\"><host id=\"m1\" speed=\"1Gf\"/><host id=\"m2\" "
      "speed=\"1Gf\"/>" +
      link("inside") +
      "<route src=\"m1\" dst=\"m2\"><link_ctn id=\"inside\"/></route></zone>"
      "<zone id=\"r\" routing=\"Full\"><host id=\"b\" speed=\"1Gf\"/></zone>" +
      link("lm") + link("mr") +
      "<zoneRoute src=\"l\" dst=\"m\" gw_src=\"a\" gw_dst=\"m1\"><link_ctn id=\"lm\"/></zoneRoute>"
      "<zoneRoute src=\"m\" dst=\"r\" gw_src=\"m2\" gw_dst=\"b\"><link_ctn "
      "id=\"mr\"/></zoneRoute>");
  EXPECT_EQ(route(platform, "a", "b"), "lm inside mr");
  EXPECT_EQ(route(platform, "b", "a"), "mr inside lm");
  EXPECT_EQ(route(platform, "a", "m2"), "lm inside");
}

// A ring of 40: the length of every way is min(|i - j|, 40 - |i - j|).
TEST_P(Graphs, RingHasShortestWays) {
  constexpr int size = 40;
  std::string body;
  for (int i = 0; i < size; i++) body += fmt::format("<host id=\"n{}\" speed=\"1Gf\"/>", i);
  for (int i = 0; i < size; i++) body += link(fmt::format("l{}", i));
  for (int i = 0; i < size; i++) {
    body += fmt::format("<route src=\"n{}\" dst=\"n{}\"><link_ctn id=\"l{}\"/></route>", i,
                        (i + 1) % size, i);
  }
  const Platform platform = read_graph(body);
  Route found;
  for (int i = 0; i < size; i++) {
    for (int j = 0; j < size; j++) {
      platform.route(static_cast<HostId>(i), static_cast<HostId>(j), found);
      const int distance = std::abs(i - j);
      EXPECT_EQ(found.links.size(), static_cast<std::size_t>(std::min(distance, size - distance)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Routings, Graphs, testing::Values("Floyd", "Dijkstra", "DijkstraCache"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace smpi::models
