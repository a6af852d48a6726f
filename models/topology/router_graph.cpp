// SPDX-License-Identifier: BSD-3-Clause
//
// Ports in compressed rows, sorted, so that neighbours that two routers share come out of a merge.
#include "models/topology/router_graph.h"

#include <algorithm>
#include <tuple>

#include "kernel/error.h"

namespace smpi::models {
namespace {

// Cable ends that measure() looks at before it samples.
constexpr std::uint64_t steps_max = 100'000'000;

std::vector<RouterCable> joined(std::vector<RouterCable> cables) {
  for (RouterCable& cable : cables) {
    if (cable.from > cable.to) std::swap(cable.from, cable.to);
  }
  std::stable_sort(cables.begin(), cables.end(), [](const RouterCable& a, const RouterCable& b) {
    return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to);
  });
  std::vector<RouterCable> result;
  for (const RouterCable& cable : cables) {
    if (!result.empty() && result.back().kind == cable.kind && result.back().from == cable.from &&
        result.back().to == cable.to) {
      result.back().width += cable.width;
    } else {
      result.push_back(cable);
    }
  }
  return result;
}

}  // namespace

RouterGraph::RouterGraph(std::uint32_t router_count, std::vector<RouterCable> cables)
    : cables_(joined(std::move(cables))),
      first_port_(router_count + 1),
      ports_(2 * cables_.size()) {
  for (const RouterCable& cable : cables_) {
    SIM_ASSERT(cable.from < cable.to && cable.to < router_count, "a cable joins two routers");
    first_port_[cable.from + 1]++;
    first_port_[cable.to + 1]++;
  }
  for (std::uint32_t router = 0; router < router_count; router++) {
    first_port_[router + 1] += first_port_[router];
  }
  std::vector<std::uint32_t> next(first_port_.begin(), first_port_.end() - 1);
  for (std::uint32_t cable = 0; cable < cables_.size(); cable++) {
    ports_[next[cables_[cable].from]++] = {cables_[cable].to, cable};
    ports_[next[cables_[cable].to]++] = {cables_[cable].from, cable};
  }
  for (std::uint32_t router = 0; router < router_count; router++) {
    std::sort(ports_.begin() + first_port_[router], ports_.begin() + first_port_[router + 1],
              [](const Port& a, const Port& b) { return a.router < b.router; });
  }
}

const RouterGraph::Port* RouterGraph::port_between(std::uint32_t from, std::uint32_t to) const {
  const std::span<const Port> row = ports(from);
  const auto found = std::lower_bound(
      row.begin(), row.end(), to, [](const Port& port, auto other) { return port.router < other; });
  return found == row.end() || found->router != to ? nullptr : &*found;
}

template <typename Visit>
void RouterGraph::for_each_common(std::uint32_t a, std::uint32_t b, Visit visit) const {
  const std::span<const Port> of_a = ports(a);
  const std::span<const Port> of_b = ports(b);
  auto other = of_b.begin();
  for (const Port& port : of_a) {
    while (other != of_b.end() && other->router < port.router) ++other;
    if (other == of_b.end()) return;
    if (other->router == port.router && !visit(port.router)) return;
  }
}

std::uint32_t RouterGraph::common_count(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t count = 0;
  for_each_common(a, b, [&](std::uint32_t) { return ++count > 0; });
  return count;
}

std::uint32_t RouterGraph::common_neighbour(std::uint32_t a, std::uint32_t b,
                                            std::uint32_t choice) const {
  std::uint32_t found = no_id;
  for_each_common(a, b, [&](std::uint32_t router) {
    found = router;
    return choice-- > 0;
  });
  return found;
}

void RouterGraph::distances_from(std::uint32_t router,
                                 std::vector<std::uint32_t>& distances) const {
  distances.assign(router_count(), no_id);
  queue_.clear();
  queue_.push_back(router);
  distances[router] = 0;
  for (std::size_t place = 0; place < queue_.size(); place++) {
    const std::uint32_t at = queue_[place];
    for (const Port& port : ports(at)) {
      if (distances[port.router] != no_id) continue;
      distances[port.router] = distances[at] + 1;
      queue_.push_back(port.router);
    }
  }
}

// The search visits routers in the order of their distances.
void RouterGraph::shortest_ways_from(std::uint32_t router, std::vector<std::uint32_t>& distances,
                                     std::vector<std::uint32_t>& way_counts) const {
  distances_from(router, distances);
  way_counts.assign(router_count(), 0);
  way_counts[router] = 1;
  for (const std::uint32_t at : queue_) {
    for (const Port& port : ports(at)) {
      if (distances[port.router] != distances[at] + 1) continue;
      std::uint32_t& count = way_counts[port.router];
      const std::uint64_t sum = std::uint64_t{count} + way_counts[at];
      count = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, no_id));
    }
  }
}

bool RouterGraph::is_connected() const {
  std::vector<std::uint32_t> distances;
  distances_from(0, distances);
  return std::find(distances.begin(), distances.end(), no_id) == distances.end();
}

RouterDistances RouterGraph::measure() const {
  RouterDistances result;
  const std::uint64_t steps = ports_.size() + router_count();
  result.start_count = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(steps_max / std::max<std::uint64_t>(steps, 1), 1, router_count()));
  std::vector<std::uint32_t> distances;
  double sum = 0;
  double pair_count = 0;
  for (std::uint64_t start = 0; start < result.start_count; start++) {
    distances_from(static_cast<std::uint32_t>(start * router_count() / result.start_count),
                   distances);
    for (const std::uint32_t distance : distances) {
      if (distance == 0 || distance == no_id) continue;
      result.longest = std::max(result.longest, distance);
      sum += distance;
      pair_count++;
    }
  }
  result.mean = pair_count > 0 ? sum / pair_count : 0;
  return result;
}

}  // namespace smpi::models
