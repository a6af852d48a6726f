// SPDX-License-Identifier: BSD-3-Clause
//
// Ways are counted from the destination back, so that their number may be large.
#include "models/topology/shortest_ways.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/chained_hash.h"
#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::size_t pairs_kept = 4096;  // with their loopless ways
constexpr std::uint64_t table_bytes_max = 768U << 20;

}  // namespace

void ShortestWaysZone::require_size(std::uint64_t router_count, const TopologyText& source) {
  const std::uint64_t bytes = saturating_product(sizeof(std::uint16_t) + sizeof(std::uint32_t),
                                                 saturating_product(router_count, router_count));
  if (bytes <= table_bytes_max) return;
  source.refuse(fmt::format("routes between {} routers need {} MiB of tables; the limit is {} MiB",
                            router_count, bytes >> 20, table_bytes_max >> 20),
                source.text);
}

const ShortestWaysZone::WaysTo& ShortestWaysZone::ways_to(std::uint32_t router) const {
  WaysTo& ways = ways_to_[router];
  if (ways.distances.empty()) {
    graph().shortest_ways_from(router, search_, ways.counts);
    ways.distances.assign(search_.begin(), search_.end());
  }
  return ways;
}

// The ways over each next hop follow those over the ones before it.
void ShortestWaysZone::go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const {
  const auto& [distances, counts] = ways_to(to);
  const std::uint64_t count = counts[walk.at()];
  std::uint64_t left = (std::uint64_t{walk.first_of(counts[walk.at()], to)} + choice) % count;
  while (walk.at() != to) {
    std::uint32_t next = no_id;
    for (const RouterGraph::Port& port : graph().ports(walk.at())) {
      if (distances[port.router] >= distances[walk.at()]) continue;
      next = port.router;
      if (left < counts[next]) break;
      left -= counts[next];
    }
    walk.go(next);
  }
}

const LooplessWays& ShortestWaysZone::loopless(std::uint32_t from, std::uint32_t to,
                                               std::uint32_t count) const {
  if (loopless_.size() >= pairs_kept) loopless_.clear();
  const std::uint64_t seed = kernel::chained_hash({routing_seed(), from, to});
  LooplessWays& ways = loopless_.try_emplace({from, to}, graph(), from, to, seed).first->second;
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
