// SPDX-License-Identifier: BSD-3-Clause
//
// Each new way leaves an older one at some router; Yen's algorithm looks at all of these.
#include "models/topology/loopless_ways.h"

#include <algorithm>

#include "kernel/chained_hash.h"

namespace smpi::models {

bool LooplessWays::Shorter::is_before(std::uint32_t a, std::uint32_t b) const {
  return kernel::chained_hash({seed, a}) < kernel::chained_hash({seed, b});
}

bool LooplessWays::Shorter::operator()(const Way& a, const Way& b) const {
  if (a.size() != b.size()) return a.size() < b.size();
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin());
  return in_a != a.end() && is_before(*in_a, *in_b);
}

LooplessWays::LooplessWays(const RouterGraph& graph, std::uint32_t from, std::uint32_t to,
                           std::uint64_t seed)
    : graph_(graph), to_(to), is_shorter_{seed}, candidates_(is_shorter_) {
  candidates_.insert(spur({from}, {}));
}

void LooplessWays::find(std::uint32_t count) {
  while (ways_.size() < count && find_next()) {
  }
}

bool LooplessWays::find_next() {
  if (!ways_.empty()) add_spurs(Way(ways_.back()));
  if (candidates_.empty()) return false;
  ways_.push_back(std::move(candidates_.extract(candidates_.begin()).value()));
  return true;
}

void LooplessWays::add_spurs(const Way& way) {
  for (std::size_t length = 1; length < way.size(); length++) {
    const Way root(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(length));
    std::set<std::uint32_t> barred;
    for (const Way& known : ways_) {
      if (known.size() > length && std::equal(root.begin(), root.end(), known.begin())) {
        barred.insert(known[length]);
      }
    }
    Way found = spur(root, barred);
    if (!found.empty() && !std::binary_search(ways_.begin(), ways_.end(), found, is_shorter_)) {
      candidates_.insert(std::move(found));
    }
  }
}

// Breadth first from the destination; then down the distances, of equals the first by rank.
LooplessWays::Way LooplessWays::spur(const Way& root, const std::set<std::uint32_t>& barred) const {
  std::vector<std::uint32_t> distances(graph_.router_count(), no_id);
  std::vector<bool> is_closed(graph_.router_count());
  for (const std::uint32_t router : root) is_closed[router] = true;
  std::vector<std::uint32_t> queue{to_};
  distances[to_] = 0;
  for (std::size_t place = 0; place < queue.size(); place++) {
    const std::uint32_t at = queue[place];
    for (const RouterGraph::Port& port : graph_.ports(at)) {
      if (is_closed[port.router] || distances[port.router] != no_id) continue;
      distances[port.router] = distances[at] + 1;
      queue.push_back(port.router);
    }
  }
  const auto next_of = [&](std::uint32_t router, bool is_first) {
    std::uint32_t best = no_id;
    for (const RouterGraph::Port& port : graph_.ports(router)) {
      if (distances[port.router] == no_id || (is_first && barred.contains(port.router))) continue;
      if (best == no_id || distances[port.router] < distances[best] ||
          (distances[port.router] == distances[best] && is_shorter_.is_before(port.router, best))) {
        best = port.router;
      }
    }
    return best;
  };
  Way way = root;
  while (way.back() != to_) {
    const std::uint32_t next = next_of(way.back(), way.size() == root.size());
    if (next == no_id) return {};
    way.push_back(next);
  }
  return way;
}

}  // namespace smpi::models
