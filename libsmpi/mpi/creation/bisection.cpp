// SPDX-License-Identifier: BSD-3-Clause
//
// Growth and refinement. Parts keep the order of the vertices, so equal inputs give equal cuts.
#include "libsmpi/mpi/creation/bisection.h"

#include <algorithm>

#include "libsmpi/mpi/creation/mapping.h"

namespace smpi::comm {
namespace {

constexpr int refinement_pass_max = 6;

}  // namespace

Bisection::Bisection(const WeightedGraph& graph)
    : graph_(graph),
      part_(static_cast<std::size_t>(graph.vertex_count()), Part::outside),
      seen_(part_.size(), false) {}

void Bisection::split(std::span<int> vertices, std::size_t first_count) {
  vertices_ = vertices;
  for (const int vertex : vertices) part(vertex) = Part::second;
  if (first_count > 0) grow(first_count);
  for (int pass = 0; pass < refinement_pass_max && refine(); pass++) {
  }
  std::stable_partition(vertices.begin(), vertices.end(),
                        [this](int vertex) { return part(vertex) == Part::first; });
  for (const int vertex : vertices) part(vertex) = Part::outside;
}

// Weight that would no longer be cut, less the weight that would be, if the vertex changed sides.
double Bisection::gain(int vertex) {
  double result = 0;
  for (const auto& link : graph_.links(vertex)) {
    if (part(link.vertex) == Part::outside) continue;
    result += part(link.vertex) == part(vertex) ? -link.weight : link.weight;
  }
  return result;
}

// A vertex at the rim: the last one reached by a search in breadth from any.
int Bisection::rim() {
  std::vector<int> reached{vertices_.front()};
  seen_[static_cast<std::size_t>(reached[0])] = true;
  for (std::size_t next = 0; next < reached.size(); next++) {
    for (const auto& link : graph_.links(reached[next])) {
      const auto at = static_cast<std::size_t>(link.vertex);
      if (seen_[at] || part(link.vertex) == Part::outside) continue;
      seen_[at] = true;
      reached.push_back(link.vertex);
    }
  }
  for (const int vertex : reached) seen_[static_cast<std::size_t>(vertex)] = false;
  return reached.back();
}

// Takes the vertex with the best gain again and again; a new component starts at the lowest.
void Bisection::grow(std::size_t first_count) {
  Border border;
  std::size_t next_start = 0;
  take(rim(), border);
  for (std::size_t taken = 1; taken < first_count; taken++) {
    while (border.empty() && part(vertices_[next_start]) == Part::first) next_start++;
    take(border.empty() ? vertices_[next_start] : border.begin()->second, border);
  }
}

void Bisection::take(int vertex, Border& border) {
  border.erase({-gain(vertex), vertex});
  for (const auto& link : graph_.links(vertex)) {
    if (part(link.vertex) == Part::second) border.erase({-gain(link.vertex), link.vertex});
  }
  part(vertex) = Part::first;
  for (const auto& link : graph_.links(vertex)) {
    if (part(link.vertex) == Part::second) border.insert({-gain(link.vertex), link.vertex});
  }
}

// Exchanges the best vertices of both sides while that lessens the cut. True if it did.
bool Bisection::refine() {
  std::vector<std::pair<double, int>> sides[2];
  for (const int vertex : vertices_) {
    sides[part(vertex) == Part::first ? 0 : 1].emplace_back(-gain(vertex), vertex);
  }
  for (auto& side : sides) std::sort(side.begin(), side.end());
  bool changed = false;
  const std::size_t pairs = std::min(sides[0].size(), sides[1].size());
  for (std::size_t i = 0; i < pairs; i++) {
    if (-sides[0][i].first - sides[1][i].first <= 0) break;  // at the start of the pass
    changed = exchange(sides[0][i].second, sides[1][i].second) || changed;
  }
  return changed;
}

bool Bisection::exchange(int left, int right) {
  double saved = gain(left) + gain(right);
  for (const auto& link : graph_.links(left)) {
    if (link.vertex == right) saved -= 2 * link.weight;
  }
  if (!(saved > 1e-12)) return false;
  std::swap(part(left), part(right));
  return true;
}

WeightedGraph::WeightedGraph(int vertex_count, std::span<const WeightedEdge> edges)
    : first_(static_cast<std::size_t>(vertex_count) + 1, 0) {
  struct Directed {
    int from;
    Link link;
  };
  std::vector<Directed> all;
  all.reserve(2 * edges.size());
  for (const WeightedEdge& edge : edges) {
    if (edge.from == edge.to) continue;
    all.push_back({edge.from, {edge.to, edge.weight}});
    all.push_back({edge.to, {edge.from, edge.weight}});
  }
  std::stable_sort(all.begin(), all.end(), [](const Directed& left, const Directed& right) {
    return std::pair(left.from, left.link.vertex) < std::pair(right.from, right.link.vertex);
  });
  int previous = -1;
  for (const Directed& edge : all) {
    if (edge.from == previous && links_.back().vertex == edge.link.vertex) {
      links_.back().weight += edge.link.weight;
      continue;
    }
    previous = edge.from;
    links_.push_back(edge.link);
    first_[static_cast<std::size_t>(edge.from) + 1]++;
  }
  for (std::size_t i = 1; i < first_.size(); i++) first_[i] += first_[i - 1];
}

}  // namespace smpi::comm
