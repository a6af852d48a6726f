// SPDX-License-Identifier: BSD-3-Clause
//
// Ways beside the minimal ones, of all topologies that have them: each is a simple walk in the
// graph that the names of the links tell, from the router of the source to that of the destination.
#include "models/platform/ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/platform/zone.h"
#include "models/readers/short_platform.h"
#include "models/topology/loopless_ways.h"

namespace smpi::models {
namespace {

struct Ends {
  int from = -1;
  int to = -1;
};

// Routers of a dragonfly of Cray's kind are numbered by group, chassis and blade.
struct Cray {
  int chassis = 1, blades = 1, nodes = 1;
  int number(int group, int place, int blade) const {
    return (group * chassis + place) * blades + blade;
  }
};

// The routers at the ends of a cable, as its name has them; from the lower to the higher one.
Ends ends_of(const std::string& name, const Cray& cray) {
  int a = 0, b = 0, c = 0, d = 0;
  if (const std::size_t place = name.find("_from_"); place != std::string::npos) {
    std::sscanf(name.c_str() + place, "_from_%d_to_%d", &a, &b);
    return {a, b};
  }
  if (std::sscanf(name.c_str(), "dragonfly_green_%d.%d_blades_%d_%d", &a, &b, &c, &d) == 4) {
    return {cray.number(a, b, c), cray.number(a, b, d)};
  }
  if (std::sscanf(name.c_str(), "dragonfly_black_%d_chassis_%d_%d_blade_%d", &a, &b, &c, &d) == 4) {
    return {cray.number(a, b, d), cray.number(a, c, d)};
  }
  if (std::sscanf(name.c_str(), "dragonfly_blue_groups_%d_%d", &a, &b) == 2) {
    return {cray.number(a, b / cray.blades, b % cray.blades),
            cray.number(b, a / cray.blades, a % cray.blades)};
  }
  return {};
}

class Walker {
 public:
  explicit Walker(const std::string& text, const Cray& cray = {})
      : platform(make_short_platform(text, {})) {
    for (LinkId link = 0; link < platform.links.count(); link++) {
      const std::string name(platform.links.name[link]);
      Ends ends = ends_of(name, cray);
      if (name.ends_with("_DOWN")) std::swap(ends.from, ends.to);
      ends_.push_back(ends);
    }
  }

  // The routers that a way visits; empty for a way within one router.
  std::vector<int> walk(HostId from, HostId to, Choice choice) {
    Route route;
    EXPECT_TRUE(find_way(platform, from, to, choice, route));
    std::vector<int> routers;
    for (const LinkId link : route.links) {
      const Ends ends = ends_[link];
      if (ends.from < 0) continue;  // the cable of a host
      if (routers.empty()) routers.push_back(ends.from);
      EXPECT_EQ(routers.back(), ends.from) << from << " to " << to << " by " << choice;
      routers.push_back(ends.to);
    }
    EXPECT_EQ(std::set<int>(routers.begin(), routers.end()).size(), routers.size())
        << from << " to " << to << " by " << choice;
    return routers;
  }

  // All Valiant ways of all pairs, at most `way_max` of each; the most cables on one.
  std::size_t check_valiant(std::uint64_t way_max = 200) {
    std::size_t longest = 0;
    way_count = 0;
    for (HostId from = 0; from < platform.hosts.count(); from++) {
      for (HostId to = 0; to < platform.hosts.count(); to++) {
        const HostWays between = ways_between(platform, from, to);
        if (between.ways == nullptr) continue;
        const std::vector<int> minimal = walk(from, to, 0);
        const std::uint64_t count = between.ways->valiant_count(between.from, between.to);
        way_count += count;
        for (std::uint64_t number = 0; number < std::min(count, way_max); number++) {
          longest = std::max(longest, check_same_ends(from, to, {.number = number}, minimal));
        }
        const std::uint32_t steps = between.ways->steps_in_group(between.from, between.to, 0);
        for (std::uint32_t step = 1; count > 0 && step <= steps; step++) {
          check_same_ends(from, to, {.number = 0, .minimal = 0, .steps = step}, minimal);
        }
      }
    }
    return longest;
  }

  std::size_t check_same_ends(HostId from, HostId to, ValiantWay valiant,
                              const std::vector<int>& minimal) {
    const std::vector<int> way = walk(from, to, valiant.choice());
    EXPECT_FALSE(way.empty());
    if (way.empty() || minimal.empty()) return 0;
    EXPECT_EQ(way.front(), minimal.front());
    EXPECT_EQ(way.back(), minimal.back());
    return way.size() - 1;
  }

  Platform platform;
  std::uint64_t way_count = 0;

 private:
  std::vector<Ends> ends_;
};

// The longest of all Valiant ways: at most two minimal ones.
TEST(Ways, ValiantWaysAreSimpleWalks) {
  const std::pair<const char*, std::size_t> rows[] = {{"torus:4x4x4", 12},
                                                      {"torus:5x3", 6},
                                                      {"torus:2x4", 6},
                                                      {"mesh:4x4", 12},
                                                      {"mesh:3x2x4", 12},
                                                      {"hypercube:4", 8},
                                                      {"hyperx:4x4;hosts=2", 4},
                                                      {"hyperx:3x4x2", 6},
                                                      {"express-mesh:6x3;gap=2", 8},
                                                      {"df:2,4,2,9", 5},
                                                      {"df:1,4,2,4", 5},
                                                      {"df:1,3,4,5", 5},
                                                      {"df+:2,2,2,2,5", 6},
                                                      {"df+:1,3,2,3,4", 6},
                                                      {"slimfly:5;hosts=1", 4},
                                                      {"slimfly:4;hosts=1", 4},
                                                      {"polarfly:5;hosts=1", 4},
                                                      {"polarfly:3;hosts=2", 4},
                                                      {"jellyfish:20,4", 8},
                                                      {"jellyfish:30,3;seed=2", 12}};
  for (const auto& [text, longest] : rows) {
    SCOPED_TRACE(text);
    Walker walker(text);
    EXPECT_LE(walker.check_valiant(), longest);
    EXPECT_GT(walker.way_count, 0U);
  }
}

TEST(Ways, ValiantWaysOfCrayDragonflies) {
  const std::pair<const char*, Cray> rows[] = {{"dragonfly:3,4;4,3;5,1;2", {4, 5, 2}},
                                               {"dragonfly:4,1;2,1;3,1;1", {2, 3, 1}},
                                               {"dragonfly:3,1;1,1;3,1;1", {1, 3, 1}},
                                               {"dragonfly:1,1;2,1;3,1;2", {2, 3, 2}},
                                               {"dragonfly:5,2;3,2;2,2;1", {3, 2, 1}}};
  for (const auto& [text, cray] : rows) {
    SCOPED_TRACE(text);
    // Way 0 is SimGrid's, which is not always a walk: only ends are compared.
    Platform platform = make_short_platform(text, {});
    Walker walker(text, cray);
    for (HostId from = 0; from < platform.hosts.count(); from++) {
      for (HostId to = 0; to < platform.hosts.count(); to++) {
        const HostWays between = ways_between(platform, from, to);
        if (between.ways == nullptr) continue;
        const std::uint64_t count = between.ways->valiant_count(between.from, between.to);
        const std::uint32_t steps = between.ways->steps_in_group(between.from, between.to, 0);
        for (std::uint64_t number = 0; number < count; number++) {
          for (std::uint32_t step = 0; step <= steps; step++) {
            const std::vector<int> way = walker.walk(
                from, to, ValiantWay{.number = number, .minimal = 0, .steps = step}.choice());
            ASSERT_LE(way.size() - 1, step == 0 ? 8U : 10U);
            EXPECT_EQ(way.front(), static_cast<int>(from) / cray.nodes);
            EXPECT_EQ(way.back(), static_cast<int>(to) / cray.nodes);
          }
        }
      }
    }
  }
}

// Orders of the dimensions of a torus, and ways round where two are equally long, differ and are as
// long as way 0.
TEST(Ways, OrdersOfATorus) {
  for (const char* text : {"torus:4x3x5", "torus:2x2x2x2", "torus:6x1x4", "torus:7", "torus:8"}) {
    Walker walker(text);
    const Platform& platform = walker.platform;
    for (HostId from = 0; from < platform.hosts.count(); from++) {
      for (HostId to = 0; to < platform.hosts.count(); to++) {
        if (from == to) continue;
        std::set<std::vector<LinkId>> ways;  // two nodes of a ring of 2 are joined twice
        for (std::uint32_t choice = 0; choice < platform.path_count(from, to); choice++) {
          ASSERT_EQ(walker.walk(from, to, choice).back(), static_cast<int>(to));
          Route route;
          platform.route(from, to, route, choice);
          ways.insert(route.links);
        }
        ASSERT_EQ(ways.size(), platform.path_count(from, to));
        for (const auto& way : ways) ASSERT_EQ(way.size(), ways.begin()->size());
      }
    }
  }
}

// Greedy walks at random loads.
TEST(Ways, DeroutesAreSimpleWalks) {
  for (const char* text : {"hyperx:4x4", "hyperx:3x4x2", "hyperx:8x8x8", "hypercube:6"}) {
    SCOPED_TRACE(text);
    Walker walker(text);
    LinkLoads loads(walker.platform.links);
    loads.start();
    std::uint64_t state = 1;
    const auto draw = [&](std::uint64_t below) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return (state >> 33) % below;
    };
    std::size_t longest = 0;
    for (int round = 0; round < 2000; round++) {
      for (int i = 0; i < 10; i++) {
        loads.add(static_cast<LinkId>(draw(walker.platform.links.count())));
      }
      const auto from = static_cast<HostId>(draw(walker.platform.hosts.count()));
      const auto to = static_cast<HostId>(draw(walker.platform.hosts.count()));
      const HostWays between = ways_between(walker.platform, from, to);
      if (between.ways == nullptr) continue;
      const WalkRule rule = round % 2 == 0 ? WalkRule::dal : WalkRule::omniwar;
      const std::uint32_t deroutes = between.ways->deroute_default();
      const Choice choice = between.ways->walk(between.from, between.to, rule, deroutes, loads);
      const std::vector<int> way = walker.walk(from, to, choice);
      ASSERT_EQ(way.back(), static_cast<int>(to));
      ASSERT_LE(way.size() - 1, 2 * deroutes);
      longest = std::max(longest, way.size() - walker.walk(from, to, 0).size());
    }
    EXPECT_EQ(longest > 0, std::string(text) != "hypercube:6");
  }
}

// All simple ways of a small graph, by depth-first search, shortest first.
TEST(Ways, LooplessWaysComeShortestFirst) {
  for (const char* text : {"jellyfish:10,3", "jellyfish:8,4;seed=5", "jellyfish:9,2;seed=1"}) {
    SCOPED_TRACE(text);
    Walker walker(text);
    const Platform& platform = walker.platform;
    std::map<int, std::set<int>> joined;
    for (LinkId link = 0; link < platform.links.count(); link++) {
      const Ends ends = ends_of(std::string(platform.links.name[link]), {});
      if (ends.from < 0) continue;
      joined[ends.from].insert(ends.to);
      joined[ends.to].insert(ends.from);
    }
    for (int to = 1; to < static_cast<int>(platform.hosts.count()); to++) {
      std::vector<std::vector<int>> all;
      std::vector<int> way{0};
      const std::function<void()> search = [&] {
        if (way.back() == to) return all.push_back(way);
        for (const int next : joined[way.back()]) {
          if (std::find(way.begin(), way.end(), next) != way.end()) continue;
          way.push_back(next);
          search();
          way.pop_back();
        }
      };
      search();
      const HostWays between = ways_between(platform, 0, static_cast<HostId>(to));
      const std::uint32_t count = between.ways->shortest_count(between.from, between.to, 1000);
      ASSERT_EQ(count, all.size());
      std::set<std::vector<int>> found;
      std::size_t length = 0;
      for (std::uint32_t number = 0; number < count; number++) {
        const std::vector<int> next =
            walker.walk(0, static_cast<HostId>(to), choice_of(WayKind::shortest, number));
        ASSERT_GE(next.size(), length);
        length = next.size();
        found.insert(next);
      }
      ASSERT_EQ(found, std::set(all.begin(), all.end()));
    }
  }
}

// Loads per link of all flows of a shift: equal on all links of a level that carry anything.
TEST(Ways, ModKOfFullTreesLoadsLinksEqually) {
  for (const char* text : {"kary-tree:4,3", "clos:6", "fat-tree:2;4,6;1,4;1,1", "clos:8"}) {
    const Platform platform = make_short_platform(text, {});
    const auto count = static_cast<HostId>(platform.hosts.count());
    for (HostId distance = 1; distance < count; distance++) {
      for (const bool is_source : {false, true}) {
        std::map<LinkId, int> loads;
        for (HostId from = 0; from < count; from++) {
          const HostId to = (from + distance) % count;
          const HostWays between = ways_between(platform, from, to);
          Route route;
          find_way(platform, from, to,
                   between.ways->modk_way(between.from, between.to, is_source ? from : to), route);
          for (const LinkId link : route.links) loads[link]++;
        }
        for (const auto& [link, load] : loads) {
          ASSERT_EQ(load, 1) << text << " " << distance << " " << platform.links.name[link];
        }
      }
    }
  }
}

}  // namespace
}  // namespace smpi::models
