// SPDX-License-Identifier: BSD-3-Clause
//
// An independent look at a cluster of routers: the graph is read from the names of its links, and
// routes are compared with breadth-first search over it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "models/platform/describe.h"
#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {

inline Platform short_platform(const std::string& text) {
  return make_short_platform(text, {});
}

// The error that a description gives; empty: none.
inline std::string complaint(const std::string& text) {
  try {
    short_platform(text);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return {};
}

class RouterOracle {
 public:
  static constexpr std::uint32_t far = 0xffffffffU;

  explicit RouterOracle(const Platform& platform) : platform_(platform) {
    for (LinkId link = 0; link < platform.links.count(); link++) read(link);
    for (const auto& [from, row] : neighbours_) {
      for (const std::uint32_t to : row) {
        EXPECT_TRUE(neighbours_[to].contains(from)) << from << " to " << to << " has no way back";
      }
    }
    for (std::uint32_t router = 0; router < router_count(); router++) {
      distances_.push_back(search(router));
    }
  }

  std::uint32_t router_count() const {
    return neighbours_.empty() ? 1 : neighbours_.rbegin()->first + 1;
  }
  std::size_t cable_count() const { return ends_.size() / 2; }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const {
    return distances_[from][to];
  }
  std::size_t degree(std::uint32_t router) const {
    const auto found = neighbours_.find(router);
    return found == neighbours_.end() ? 0 : found->second.size();
  }
  std::size_t degree_min() const {
    return extreme_degree([](auto a, auto b) { return a < b; });
  }
  std::size_t degree_max() const {
    return extreme_degree([](auto a, auto b) { return a > b; });
  }
  std::uint32_t diameter() const {
    std::uint32_t longest = 0;
    for (const auto& row : distances_) longest = std::max(longest, *std::ranges::max_element(row));
    return longest;
  }
  double mean_distance() const {
    double sum = 0;
    for (const auto& row : distances_) {
      for (const std::uint32_t distance : row) sum += distance;
    }
    return sum / router_count() / (router_count() - 1);
  }

  // The routers that a route visits; checks that it is a simple walk from host cable to host cable.
  std::vector<std::uint32_t> walk(HostId from, HostId to, std::uint32_t from_router,
                                  std::uint32_t choice = 0) const {
    Route route;
    platform_.route(from, to, route, choice);
    std::vector<std::uint32_t> routers{from_router};
    if (route.links.size() < 2 || route.links.front() != host_up_.at(from) ||
        route.links.back() != host_up_.at(to) + 1) {
      ADD_FAILURE() << from << " to " << to << " does not go from host cable to host cable";
      return routers;
    }
    for (std::size_t hop = 1; hop + 1 < route.links.size(); hop++) {
      const auto [start, end] = ends_.at(route.links[hop]);
      EXPECT_EQ(start, routers.back()) << from << " to " << to << " by " << choice;
      routers.push_back(end);
    }
    EXPECT_EQ(std::set(routers.begin(), routers.end()).size(), routers.size());
    return routers;
  }

  using RouterOf = std::function<std::uint32_t(HostId)>;
  using Length = std::function<std::uint32_t(std::uint32_t, std::uint32_t)>;

  // All pairs, and of each at most `way_max` ways: they differ, end at the right router and have
  // `length` cables between routers.
  void check_routes(const RouterOf& router_of, const Length& length,
                    std::uint32_t way_max = 64) const {
    for (HostId from = 0; from < platform_.hosts.count(); from++) {
      for (HostId to = 0; to < platform_.hosts.count(); to++) {
        if (from == to) continue;
        const std::uint32_t count = std::min(platform_.path_count(from, to), way_max);
        std::set<std::vector<std::uint32_t>> ways;
        for (std::uint32_t choice = 0; choice < count; choice++) {
          ways.insert(walk(from, to, router_of(from), choice));
        }
        ASSERT_EQ(ways.size(), count) << from << " to " << to;
        for (const auto& way : ways) {
          ASSERT_EQ(way.back(), router_of(to)) << from << " to " << to;
          ASSERT_EQ(way.size() - 1, length(router_of(from), router_of(to))) << from << " to " << to;
        }
      }
    }
  }
  // The same, for routes that are the shortest in the graph.
  void check_shortest_routes(const RouterOf& router_of) const {
    check_routes(router_of, [this](auto from, auto to) { return distance(from, to); });
  }
  // The same, with `hosts` hosts on each router.
  void check_shortest_routes(std::uint32_t hosts) const {
    check_shortest_routes([hosts](HostId host) { return host / hosts; });
  }

 private:
  static std::uint32_t number_after(std::string_view name, std::string_view word) {
    const std::size_t place = name.rfind(word);
    std::uint32_t value = far;
    if (place != std::string_view::npos) {
      std::from_chars(name.data() + place + word.size(), name.data() + name.size(), value);
    }
    return value;
  }

  void read(LinkId link) {
    const std::string_view name = platform_.links.name[link];
    const bool is_up = name.ends_with("_UP");
    if (const std::uint32_t host = number_after(name, "_host_"); host != far) {
      if (is_up) host_up_[host] = link;
      return;
    }
    std::uint32_t from = number_after(name, "_from_");
    std::uint32_t to = number_after(name, "_to_");
    ASSERT_TRUE(from != far && to != far) << name;
    if (!is_up) std::swap(from, to);
    ends_[link] = {from, to};
    EXPECT_TRUE(neighbours_[from].insert(to).second) << "two cables like " << name;
  }

  std::vector<std::uint32_t> search(std::uint32_t start) const {
    std::vector<std::uint32_t> distances(router_count(), far);
    std::vector<std::uint32_t> queue{start};
    distances[start] = 0;
    for (std::size_t place = 0; place < queue.size(); place++) {
      const auto row = neighbours_.find(queue[place]);
      if (row == neighbours_.end()) continue;
      for (const std::uint32_t next : row->second) {
        if (distances[next] != far) continue;
        distances[next] = distances[queue[place]] + 1;
        queue.push_back(next);
      }
    }
    return distances;
  }

  template <typename Better>
  std::size_t extreme_degree(Better better) const {
    std::size_t best = degree(0);
    for (std::uint32_t router = 1; router < router_count(); router++) {
      if (better(degree(router), best)) best = degree(router);
    }
    return best;
  }

  const Platform& platform_;
  std::map<LinkId, std::pair<std::uint32_t, std::uint32_t>> ends_;  // of directed cables
  std::map<std::uint32_t, std::set<std::uint32_t>> neighbours_;
  std::map<HostId, LinkId> host_up_;
  std::vector<std::vector<std::uint32_t>> distances_;
};

// One row of a table of counts.
struct RouterCounts {
  const char* text;
  std::uint32_t hosts;  // per router
  std::uint32_t routers;
  std::size_t cables;
  std::size_t degree_min;
  std::size_t degree_max;
  std::uint32_t diameter;
  double mean_distance;
};

inline void check_counts(const Platform& platform, const RouterOracle& oracle,
                         const RouterCounts& row) {
  EXPECT_EQ(platform.hosts.count(), row.hosts * row.routers) << row.text;
  EXPECT_EQ(oracle.router_count(), row.routers) << row.text;
  EXPECT_EQ(oracle.cable_count(), row.cables) << row.text;
  EXPECT_EQ(platform.links.count(), 2 * (row.cables + platform.hosts.count())) << row.text;
  EXPECT_EQ(oracle.degree_min(), row.degree_min) << row.text;
  EXPECT_EQ(oracle.degree_max(), row.degree_max) << row.text;
  EXPECT_EQ(oracle.diameter(), row.diameter) << row.text;
  EXPECT_NEAR(oracle.mean_distance(), row.mean_distance, 1e-6) << row.text;
}

}  // namespace smpi::models
