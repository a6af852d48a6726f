// SPDX-License-Identifier: BSD-3-Clause
//
// Dual recursive bisection and exchanges; see mapping.h. Everything is deterministic: ties go to
// the lower rank.
#include "libsmpi/mpi/creation/mapping.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "libsmpi/mpi/creation/bisection.h"

namespace smpi::comm {
namespace {

constexpr int exchange_pass_max = 8;

// Links between two hosts, asked of the platform once a pair.
class Distances {
 public:
  Distances(const models::Platform& platform, std::span<const models::HostId> hosts)
      : platform_(platform), hosts_(hosts) {}

  // Between the hosts of two old ranks.
  int operator()(int left, int right) {
    const std::uint64_t low = hosts_[static_cast<std::size_t>(std::min(left, right))];
    const std::uint64_t high = hosts_[static_cast<std::size_t>(std::max(left, right))];
    if (low == high) return 0;
    const auto [entry, is_new] = known_.try_emplace((low << 32) | high, 0);
    if (is_new) {
      platform_.route(static_cast<models::HostId>(low), static_cast<models::HostId>(high), route_);
      entry->second = static_cast<int>(route_.links.size());
    }
    return entry->second;
  }

 private:
  const models::Platform& platform_;
  std::span<const models::HostId> hosts_;
  models::Route route_;
  std::unordered_map<std::uint64_t, int> known_;  // looked up only, never iterated
};

int farthest_from(int place, std::span<const int> places, Distances& distances) {
  return *std::max_element(places.begin(), places.end(), [&](int left, int right) {
    return distances(place, left) < distances(place, right);
  });
}

// Orders the places so that the first half is near one end of the machine and the rest near the
// other; equally near ones keep their order.
void split_places(std::span<int> places, Distances& distances) {
  const int one_end = farthest_from(places.front(), places, distances);
  const int other_end = farthest_from(one_end, places, distances);
  std::vector<std::pair<int, int>> keyed;
  keyed.reserve(places.size());
  for (const int place : places) {
    keyed.emplace_back(distances(place, other_end) - distances(place, one_end), place);
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& left, const auto& right) { return left.first < right.first; });
  for (std::size_t i = 0; i < places.size(); i++) places[i] = keyed[i].second;
}

class Mapper {
 public:
  Mapper(const models::Platform& platform, std::span<const models::HostId> hosts,
         std::span<const WeightedEdge> edges)
      : graph_(static_cast<int>(hosts.size()), edges),
        bisection_(graph_),
        distances_(platform, hosts),
        place_of_(hosts.size()) {}

  // Puts every rank where it was.
  void stay() { std::iota(place_of_.begin(), place_of_.end(), 0); }

  void bisect() {
    std::vector<int> ranks(place_of_.size());
    std::vector<int> places(place_of_.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::iota(places.begin(), places.end(), 0);
    bisect(ranks, places);
  }

  void exchange() {
    for (int pass = 0; pass < exchange_pass_max; pass++) {
      if (!exchange_once()) return;
    }
  }

  double cost() {
    double total = 0;
    for (int rank = 0; rank < graph_.vertex_count(); rank++) total += cost_at(rank, rank);
    return total / 2;  // every edge is listed at both ends
  }

  std::vector<int>& places() { return place_of_; }

 private:
  int place_of(int rank) const { return place_of_[static_cast<std::size_t>(rank)]; }

  void bisect(std::span<int> ranks, std::span<int> places) {
    if (ranks.size() == 1) {
      place_of_[static_cast<std::size_t>(ranks[0])] = places[0];
      return;
    }
    const std::size_t half = ranks.size() / 2;
    split_places(places, distances_);
    bisection_.split(ranks, half);
    bisect(ranks.first(half), places.first(half));
    bisect(ranks.subspan(half), places.subspan(half));
  }

  // What the edges of `rank` would cost at the place of `there`, the two exchanged.
  double cost_at(int rank, int there) {
    double total = 0;
    for (const WeightedGraph::Link& link : graph_.links(rank)) {
      const int neighbour_place = link.vertex == there ? place_of(rank) : place_of(link.vertex);
      total += link.weight * distances_(place_of(there), neighbour_place);
    }
    return total;
  }

  bool try_exchange(int left, int right) {
    const double now = cost_at(left, left) + cost_at(right, right);
    const double then = cost_at(left, right) + cost_at(right, left);
    if (!(then < now * (1 - 1e-12))) return false;
    std::swap(place_of_[static_cast<std::size_t>(left)],
              place_of_[static_cast<std::size_t>(right)]);
    return true;
  }

  // A rank profits from moving next to a neighbour, where the neighbour's other neighbours are.
  bool exchange_once() {
    bool changed = false;
    for (int rank = 0; rank < graph_.vertex_count(); rank++) {
      for (const WeightedGraph::Link& near : graph_.links(rank)) {
        for (const WeightedGraph::Link& candidate : graph_.links(near.vertex)) {
          if (candidate.vertex != rank && try_exchange(rank, candidate.vertex)) changed = true;
        }
      }
    }
    return changed;
  }

  WeightedGraph graph_;
  Bisection bisection_;
  Distances distances_;
  std::vector<int> place_of_;
};

}  // namespace

std::vector<int> map_ranks(const models::Platform& platform, std::span<const models::HostId> hosts,
                           std::span<const WeightedEdge> edges) {
  Mapper staying(platform, hosts, edges);
  staying.stay();
  if (hosts.size() < 3) return staying.places();
  Mapper moved(platform, hosts, edges);
  moved.bisect();
  moved.exchange();
  Mapper improved(platform, hosts, edges);
  improved.stay();
  improved.exchange();
  if (improved.cost() < moved.cost()) std::swap(moved.places(), improved.places());
  return moved.cost() < staying.cost() ? moved.places() : staying.places();
}

}  // namespace smpi::comm
