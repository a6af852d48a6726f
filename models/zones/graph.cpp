// SPDX-License-Identifier: BSD-3-Clause
//
// Shortest ways and their expansion into links.
#include "models/zones/graph.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace smpi::models {
namespace {

// Far above any length, and a length more does not overflow.
constexpr std::int32_t unreachable = 1 << 30;

struct Row {
  std::int32_t* length;
  std::uint32_t* before;
};

// Takes the detour over another child where it is shorter. No branch and no aliasing inside the
// loop, so that the compiler uses vector instructions: a zone of 1,000 children takes 0.25 s.
void relax_row(Row from, Row via, std::int32_t to_via, std::size_t count) {
  std::int32_t* __restrict from_length = from.length;
  std::uint32_t* __restrict from_before = from.before;
  const std::int32_t* __restrict via_length = via.length;
  const std::uint32_t* __restrict via_before = via.before;
  for (std::size_t to = 0; to < count; to++) {
    const std::int32_t detour = to_via + via_length[to];
    const std::int32_t direct = from_length[to];
    const std::uint32_t detour_before = via_before[to];
    const std::uint32_t direct_before = from_before[to];
    from_length[to] = detour < direct ? detour : direct;
    from_before[to] = detour < direct ? detour_before : direct_before;
  }
}

}  // namespace

bool GraphZone::append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const {
  if (from == to) {
    const RouteStore::Entry* loopback = store_.find(from, to);
    if (loopback == nullptr) return true;
    for (const LinkId link : store_.links(*loopback)) builder.add(link);
    return true;
  }
  const std::uint32_t* before = predecessors(from);
  const std::size_t first_hop = hops_.size();
  for (std::uint32_t at = to; at != from; at = before[at]) {
    if (before[at] == no_id) {
      hops_.resize(first_hop);
      return false;
    }
    hops_.push_back(store_.find(before[at], at));
  }
  const bool is_found = append_hops(first_hop, builder);
  hops_.resize(first_hop);
  return is_found;
}

bool GraphZone::append_hops(std::size_t first_hop, RouteBuilder& builder) const {
  PointId at = no_id;
  for (std::size_t position = hops_.size(); position > first_hop; position--) {
    const RouteStore::Entry& hop = *hops_[position - 1];
    if (at != no_id && at != hop.gateways.source && !builder.between(at, hop.gateways.source)) {
      return false;
    }
    for (const LinkId link : store_.links(hop)) builder.add(link);
    at = hop.gateways.destination;
  }
  return true;
}

Gateways GraphZone::gateways(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t* before = predecessors(from);
  if (before[to] == no_id) return {};
  Gateways result;
  result.destination = store_.find(before[to], to)->gateways.destination;
  std::uint32_t at = to;
  while (before[at] != from) at = before[at];
  result.source = store_.find(from, at)->gateways.source;
  return result;
}

bool FloydZone::add_route(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                          std::span<const LinkId> links) {
  if (!store_.add(from, to, gateways, links)) return false;
  if (from != to) one_hops_.push_back({from, to, static_cast<std::uint32_t>(links.size())});
  return true;
}

// Floyd-Warshall.
void FloydZone::seal(const Platform&) {
  const std::size_t count = children.size();
  std::vector<std::int32_t> length(count * count, unreachable);  // signed: SSE2 compares only these
  predecessors_.assign(count * count, no_id);
  for (const Hop& hop : one_hops_) {
    length[hop.from * count + hop.to] = static_cast<std::int32_t>(hop.length);
    predecessors_[hop.from * count + hop.to] = hop.from;
  }
  one_hops_ = {};
  for (std::size_t via = 0; via < count; via++) {
    for (std::size_t from = 0; from < count; from++) {
      if (length[from * count + via] >= unreachable || from == via) continue;
      relax_row({&length[from * count], &predecessors_[from * count]},
                {&length[via * count], &predecessors_[via * count]}, length[from * count + via],
                count);
    }
  }
}

bool DijkstraZone::add_route(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                             std::span<const LinkId> links) {
  if (!store_.add(from, to, gateways, links)) return false;
  if (edges_.size() <= std::max(from, to)) {
    edges_.resize(std::max(from, to) + 1);
    rank_.resize(edges_.size(), no_id);
  }
  for (const std::uint32_t end : {from, to}) {
    if (rank_[end] != no_id) continue;
    rank_[end] = static_cast<std::uint32_t>(by_rank_.size());
    by_rank_.push_back(end);
  }
  if (from != to) edges_[from].push_back({to, static_cast<std::uint32_t>(links.size())});
  return true;
}

void DijkstraZone::seal(const Platform&) {
  constexpr std::size_t budget_bytes = std::size_t{64} << 20;
  const std::size_t count = children.size();
  edges_.resize(count);
  source_tree_.assign(count, no_id);
  const std::size_t fitting = budget_bytes / (count * sizeof(std::uint32_t) + 1);
  tree_max_ = static_cast<std::uint32_t>(std::clamp<std::size_t>(fitting, 8, count + 8));
}

const std::uint32_t* DijkstraZone::predecessors(std::uint32_t from) const {
  if (source_tree_[from] != no_id) return trees_[source_tree_[from]].data();
  if (trees_.size() < tree_max_) {
    next_tree_ = static_cast<std::uint32_t>(trees_.size());
    trees_.emplace_back(children.size());
    tree_source_.push_back(no_id);
  } else {
    next_tree_ = (next_tree_ + 1) % tree_max_;
    source_tree_[tree_source_[next_tree_]] = no_id;
  }
  tree_source_[next_tree_] = from;
  source_tree_[from] = next_tree_;
  compute_tree(from, trees_[next_tree_].data());
  return trees_[next_tree_].data();
}

// The queue holds (length, rank) in one number, so that its order is nearest, then first named.
// Outdated entries stay in it and are skipped.
void DijkstraZone::compute_tree(std::uint32_t from, std::uint32_t* tree) const {
  const std::size_t count = children.size();
  std::fill_n(tree, count, no_id);
  distance_.assign(count, unreachable);
  distance_[from] = 0;
  queue_.clear();
  if (from < rank_.size() && rank_[from] != no_id) queue_.push_back(rank_[from]);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const std::uint64_t nearest = queue_.back();
    queue_.pop_back();
    const std::uint32_t node = by_rank_[static_cast<std::uint32_t>(nearest)];
    if (nearest >> 32 != distance_[node]) continue;
    for (const Edge& edge : edges_[node]) {
      const std::uint32_t length = distance_[node] + edge.length;
      if (length >= distance_[edge.to]) continue;
      distance_[edge.to] = length;
      tree[edge.to] = node;
      queue_.push_back(static_cast<std::uint64_t>(length) << 32 | rank_[edge.to]);
      std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
    }
  }
}

}  // namespace smpi::models
