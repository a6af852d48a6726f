// SPDX-License-Identifier: BSD-3-Clause
//
// Ways are counted level by level, from the destination back, so that their number may be large.
#include "models/topology/shortest_ways.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::size_t pairs_kept = 4096;  // with their loopless ways
constexpr std::uint64_t table_bytes_max = 256U << 20;

}  // namespace

void ShortestWaysZone::require_size(std::uint64_t router_count, const TopologyText& source) {
  const std::uint64_t bytes =
      saturating_product(sizeof(std::uint16_t), saturating_product(router_count, router_count));
  if (bytes <= table_bytes_max) return;
  source.refuse(fmt::format("routes between {} routers need {} MiB of tables; the limit is {} MiB",
                            router_count, bytes >> 20, table_bytes_max >> 20),
                source.text);
}

const std::vector<std::uint16_t>& ShortestWaysZone::distances_to(std::uint32_t router) const {
  std::vector<std::uint16_t>& row = distances_[router];
  if (row.empty()) {
    graph().distances_from(router, search_);
    row.assign(search_.begin(), search_.end());
  }
  return row;
}

template <typename Visit>
void ShortestWaysZone::for_each_next(std::uint32_t from, std::uint32_t to, Visit visit) const {
  const std::vector<std::uint16_t>& distances = distances_to(to);
  for (const RouterGraph::Port& port : graph().ports(from)) {
    if (distances[port.router] < distances[from] && !visit(port.router)) return;
  }
}

std::vector<ShortestWaysZone::Level> ShortestWaysZone::levels_between(std::uint32_t from,
                                                                      std::uint32_t to) const {
  std::vector<Level> levels{{{from, 0}}};
  const auto by_router = [](const Stop& a, const Stop& b) { return a.router < b.router; };
  while (levels.back().front().router != to) {
    Level next;
    for (const Stop& stop : levels.back()) {
      for_each_next(stop.router, to, [&](std::uint32_t router) {
        next.push_back({router, 0});
        return true;
      });
    }
    std::sort(next.begin(), next.end(), by_router);
    next.erase(std::unique(next.begin(), next.end(),
                           [](const Stop& a, const Stop& b) { return a.router == b.router; }),
               next.end());
    levels.push_back(std::move(next));
  }
  levels.back().front().way_count = 1;
  for (std::size_t level = levels.size() - 1; level-- > 0;) {
    const Level& after = levels[level + 1];
    for (Stop& stop : levels[level]) {
      std::uint64_t sum = 0;
      for_each_next(stop.router, to, [&](std::uint32_t router) {
        sum += std::lower_bound(after.begin(), after.end(), Stop{router, 0}, by_router)->way_count;
        return true;
      });
      stop.way_count = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, no_id));
    }
  }
  return levels;
}

void ShortestWaysZone::go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const {
  const std::vector<Level> levels =
      choice == 0 ? std::vector<Level>() : levels_between(walk.at(), to);
  for (std::size_t step = 1; walk.at() != to; step++) {
    std::uint32_t next = no_id;
    for_each_next(walk.at(), to, [&](std::uint32_t router) {
      next = router;
      if (levels.empty()) return false;
      const Level& level = levels[step];
      const std::uint32_t ways = std::find_if(level.begin(), level.end(), [&](const Stop& s) {
                                   return s.router == router;
                                 })->way_count;
      if (choice < ways) return false;
      choice -= ways;
      return true;
    });
    walk.go(next);
  }
}

const LooplessWays& ShortestWaysZone::loopless(std::uint32_t from, std::uint32_t to,
                                               std::uint32_t count) const {
  if (loopless_.size() >= pairs_kept) loopless_.clear();
  LooplessWays& ways = loopless_.try_emplace({from, to}, graph(), from, to).first->second;
  ways.find(count);
  return ways;
}

std::uint32_t ShortestWaysZone::shortest_count(std::uint32_t from, std::uint32_t to,
                                               std::uint32_t k) const {
  if (router_of(from) == router_of(to)) return 1;
  return std::min(k, loopless(router_of(from), router_of(to), k).count());
}

void ShortestWaysZone::go_special(Walk& walk, std::uint32_t to, Choice choice) const {
  const auto number = static_cast<std::uint32_t>(choice & way_number_mask);
  if (walk.at() == to) return;
  for (const std::uint32_t router : loopless(walk.at(), to, number + 1).way(number)) {
    if (router != walk.at()) walk.go(router);
  }
}

}  // namespace smpi::models
