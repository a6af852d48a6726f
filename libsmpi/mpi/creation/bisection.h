// SPDX-License-Identifier: BSD-3-Clause
//
// Cutting a weighted graph in two parts of given sizes with little weight between them: greedy
// growth from the rim (Karypis and Kumar, SIAM J. Sci. Comput. 20(1), 1998), then exchanges of
// pairs across the cut (Kernighan and Lin, Bell Syst. Tech. J. 49, 1970).
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace smpi::comm {

struct WeightedEdge;

// Undirected: the weights of the edges between two vertices are added up; loops are left out.
class WeightedGraph {
 public:
  struct Link {
    int vertex;
    double weight;
  };
  WeightedGraph(int vertex_count, std::span<const WeightedEdge> edges);

  int vertex_count() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const Link> links(int vertex) const {
    const auto i = static_cast<std::size_t>(vertex);
    return std::span(links_).subspan(first_[i], first_[i + 1] - first_[i]);
  }

 private:
  std::vector<std::size_t> first_;  // of each vertex in links_, and the end
  std::vector<Link> links_;
};

// Cuts subsets of one graph; keeps its work space from one cut to the next.
class Bisection {
 public:
  explicit Bisection(const WeightedGraph& graph);

  // Orders `vertices`, a subset of the graph's, so that the first `first_count` are one part and
  // the others the other part. Edges that leave the subset do not count.
  void split(std::span<int> vertices, std::size_t first_count);

 private:
  enum class Part : unsigned char { outside, first, second };
  using Border = std::set<std::pair<double, int>>;  // (-gain, vertex)

  Part& part(int vertex) { return part_[static_cast<std::size_t>(vertex)]; }
  double gain(int vertex);
  int rim();
  void grow(std::size_t first_count);
  void take(int vertex, Border& border);
  bool refine();
  bool exchange(int left, int right);

  const WeightedGraph& graph_;
  std::span<int> vertices_;  // of the cut in progress
  std::vector<Part> part_;   // outside, but for them
  std::vector<bool> seen_;
};

}  // namespace smpi::comm
