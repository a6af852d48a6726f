// SPDX-License-Identifier: BSD-3-Clause
//
// Virtual topologies (MPI 5.0, 8): who is whose neighbour in a communicator. A topology is a
// property of ranks, not of processes: reordering puts other processes at the same ranks
// (creation/mapping.h). It never changes once made, and duplicates of the communicator share it.
#pragma once

#include <span>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi::comm {

// A neighbour and how its messages are told from others of the same rank: in a small periodic grid
// one process is a neighbour in several directions. A message sent under a tag is received by the
// block with that tag.
struct Neighbour {
  int rank;  // or MPI_PROC_NULL beyond the border of a grid
  int tag;
};

struct Neighbourhood {
  std::vector<Neighbour> sources;       // in the order of receive blocks
  std::vector<Neighbour> destinations;  // in the order of send blocks, and of tags
  // Positions in `sources` by tag: receives posted in this order meet sends in the order of
  // `destinations`. Filled by Communicator::neighbourhood().
  std::vector<int> receive_order;
};

class Topology : public Counted {
 public:
  // MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH.
  virtual int kind() const = 0;
  virtual Neighbourhood neighbourhood(int rank) const = 0;
};

class Cartesian final : public Topology {
 public:
  // The last dimension varies fastest. No dimensions: one rank.
  Cartesian(std::vector<int> sizes, std::vector<bool> periodic);

  int kind() const override { return MPI_CART; }
  Neighbourhood neighbourhood(int rank) const override;

  int dimension_count() const { return static_cast<int>(sizes_.size()); }
  int size(int dimension) const { return sizes_[static_cast<std::size_t>(dimension)]; }
  bool is_periodic(int dimension) const { return periodic_[static_cast<std::size_t>(dimension)]; }
  int rank_count() const { return rank_count_; }
  void coordinates(int rank, std::span<int> out) const;
  // Coordinates in periodic dimensions wrap around; MPI_PROC_NULL when another is out of range.
  int rank_at(std::span<const int> coordinates) const;
  // The rank `displacement` steps along a dimension, or MPI_PROC_NULL.
  int shifted(int rank, int dimension, int displacement) const;

 private:
  std::vector<int> sizes_;
  std::vector<bool> periodic_;
  int rank_count_ = 1;
};

// MPI_Graph_create: neighbours of all ranks, one after the other.
class Graph final : public Topology {
 public:
  // index[i]: number of edges of the ranks 0 .. i.
  Graph(std::vector<int> index, std::vector<int> edges)
      : index_(std::move(index)), edges_(std::move(edges)) {}

  int kind() const override { return MPI_GRAPH; }
  Neighbourhood neighbourhood(int rank) const override;

  const std::vector<int>& index() const { return index_; }
  const std::vector<int>& edges() const { return edges_; }
  std::span<const int> neighbours(int rank) const;

 private:
  std::vector<int> index_;
  std::vector<int> edges_;
};

class DistributedGraph final : public Topology {
 public:
  struct Edge {
    int rank;
    int weight;
  };
  // Of one rank, in the order in which queries show it.
  struct Node {
    std::vector<Edge> sources;
    std::vector<Edge> destinations;
  };
  DistributedGraph(std::vector<Node> nodes, bool is_weighted)
      : nodes_(std::move(nodes)), is_weighted_(is_weighted) {}

  int kind() const override { return MPI_DIST_GRAPH; }
  Neighbourhood neighbourhood(int rank) const override;
  const Node& node(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  bool is_weighted() const { return is_weighted_; }

 private:
  std::vector<Node> nodes_;
  bool is_weighted_;
};

// The topology of a communicator if it is of that class, else nullptr.
template <class Kind>
Kind* topology_as(const Communicator& communicator) {
  return dynamic_cast<Kind*>(communicator.topology());
}

}  // namespace smpi::comm
