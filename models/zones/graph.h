// SPDX-License-Identifier: BSD-3-Clause
//
// Zones that know one-hop routes and find the shortest chain of them: Floyd and Dijkstra.
//
// The length of a hop is the number of its links. Among equally short ways SimGrid's is taken,
// which is fixed by the order of its algorithm: Floyd-Warshall in order of declaration with strict
// improvement; Dijkstra visiting nearest nodes first, then those that routes name first. Where two
// hops meet inside a child zone at different gateways, the way between these is inserted.
//
// Floyd computes all pairs when the platform is sealed (4 bytes a pair afterwards). Dijkstra
// computes the tree of a source when it is first asked for and keeps the trees within a budget of
// memory; Dijkstra and DijkstraCache differ only in SimGrid's implementation.
#pragma once

#include <cstdint>
#include <vector>

#include "models/zones/table.h"

namespace smpi::models {

class GraphZone : public RoutedZone {
 public:
  using RoutedZone::RoutedZone;
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  Gateways gateways(std::uint32_t from, std::uint32_t to) const override;

 protected:
  // For each child the one before it on the way from `from`; no_id where there is none.
  virtual const std::uint32_t* predecessors(std::uint32_t from) const = 0;

 private:
  bool append_hops(std::size_t first_hop, RouteBuilder& builder) const;
  // Hops of the routes being written, last hop first: a stack, because of the recursion.
  mutable std::vector<const RouteStore::Entry*> hops_;
};

class FloydZone : public GraphZone {
 public:
  using GraphZone::GraphZone;
  std::string_view routing_name() const override { return "Floyd"; }
  bool add_route(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                 std::span<const LinkId> links) override;
  void seal(const Platform& platform) override;

 protected:
  const std::uint32_t* predecessors(std::uint32_t from) const override {
    return &predecessors_[static_cast<std::size_t>(from) * children.size()];
  }

 private:
  struct Hop {
    std::uint32_t from, to, length;
  };
  std::vector<Hop> one_hops_;                // until sealed
  std::vector<std::uint32_t> predecessors_;  // row: source
};

class DijkstraZone : public GraphZone {
 public:
  using GraphZone::GraphZone;
  std::string_view routing_name() const override { return "Dijkstra"; }
  bool add_route(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                 std::span<const LinkId> links) override;
  void seal(const Platform& platform) override;

 protected:
  const std::uint32_t* predecessors(std::uint32_t from) const override;

 private:
  struct Edge {
    std::uint32_t to;
    std::uint32_t length;
  };
  void compute_tree(std::uint32_t from, std::uint32_t* tree) const;

  std::vector<std::vector<Edge>> edges_;  // by source, in order of declaration
  std::vector<std::uint32_t> rank_;       // by child: when a route first named it; no_id: never
  std::vector<std::uint32_t> by_rank_;
  // The trees computed so far; the oldest gives way when the budget is spent.
  std::uint32_t tree_max_ = 0;
  mutable std::vector<std::vector<std::uint32_t>> trees_;
  mutable std::vector<std::uint32_t> tree_source_;  // by tree
  mutable std::vector<std::uint32_t> source_tree_;  // by source; no_id: not computed
  mutable std::uint32_t next_tree_ = 0;
  // Of compute_tree.
  mutable std::vector<std::uint32_t> distance_;
  mutable std::vector<std::uint64_t> queue_;
};

}  // namespace smpi::models
