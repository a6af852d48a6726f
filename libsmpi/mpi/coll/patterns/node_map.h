// SPDX-License-Identifier: BSD-3-Clause
//
// The ranks of a communicator by host ("node"), for algorithms that keep traffic inside nodes.
#pragma once

#include <span>
#include <vector>

#include "libsmpi/mpi/coll/operation.h"

namespace smpi {

// Nodes are numbered in the order of their lowest rank.
struct NodeMap {
  explicit NodeMap(const Communicator& communicator);

  std::vector<int> node_of;             // of each rank
  std::vector<int> place_of;            // of each rank among those of its node
  std::vector<std::vector<int>> ranks;  // of each node, in order
  std::vector<int> leaders;             // the lowest rank of each node
  bool is_uniform = true;               // all nodes have the same number of ranks
  bool is_consecutive = true;           // the ranks of a node follow each other
};

namespace coll {

// Made at the first call for a communicator, shared by its ranks.
const NodeMap& node_map(const Communicator& communicator);

// The parts of an operation that stay inside nodes or go between them, as seen by one rank.
class NodeParts {
 public:
  enum class RootLeads : std::uint8_t { yes, no };

  // The lowest rank of a node leads it; so does `root` its own node, if `leads` says so.
  NodeParts(const Operation& operation, int root, RootLeads leads = RootLeads::yes);
  // Without a root.
  explicit NodeParts(const Operation& operation) : NodeParts(operation, 0, RootLeads::no) {}

  int node_count() const { return static_cast<int>(map_.ranks.size()); }
  bool is_leader() const { return leader_ == operation_.rank(); }
  // All ranks of this rank's node. The leader is number leader_number() of it.
  Operation inside() const { return operation_.subset(node_, number_inside(operation_.rank())); }
  int leader_number() const { return number_inside(leader_); }
  // The number of a rank in its node.
  int number_inside(int rank) const { return map_.place_of[static_cast<std::size_t>(rank)]; }
  // The leaders; node n is represented by number n. REQUIRES: is_leader().
  Operation between() const { return operation_.subset(leaders(), own_node()); }
  int own_node() const { return map_.node_of[static_cast<std::size_t>(operation_.rank())]; }
  // The node of the root.
  int root_node() const { return root_node_; }

 private:
  std::span<const int> leaders() const {
    return own_leaders_.empty() ? std::span<const int>(map_.leaders) : own_leaders_;
  }

  const Operation& operation_;
  const NodeMap& map_;
  const std::vector<int>& node_;
  int leader_;
  int root_node_ = 0;
  std::vector<int> own_leaders_;  // if they are not the lowest ranks
};

}  // namespace coll
}  // namespace smpi
