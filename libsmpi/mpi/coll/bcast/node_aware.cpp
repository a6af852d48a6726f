// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcasts that cross the network once for each node: among the leaders of nodes, and inside
// nodes. The first three are those of the STAR-MPI library (Patarasuk, Yuan, Faraj, JPDC 68(6),
// 2008): rank 0 gets the data first, and the ranks of a node are fed segment by segment while the
// next ones are on their way to its leader. The others are MPICH's, whose root that does not lead
// its node hands the data to the leader (composition alpha) or serves its own node first (beta).
// Cost: the sum of the parts. Karonis et al., "Exploiting hierarchy in parallel computer networks",
// IPDPS 2000.
#include <vector>

#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {
namespace {

void run_bcast(const Operation& operation, const Block& data, int root) {
  BcastArgs part{operation, data, root};
  run_part(Collective::bcast, part);
}

// Nodes, and the ranks of each node, numbered level by level: the children of i are k i + 1 .. k i
// + k. A leader serves its children among the nodes first.
Tree tree_over_nodes(const BcastArgs& args, int arity) {
  const NodeMap& map = node_map(args.communicator());
  const auto rank = static_cast<std::size_t>(args.rank());
  const int node = map.node_of[rank];
  const int place = map.place_of[rank];
  const std::vector<int>& ranks = map.ranks[static_cast<std::size_t>(node)];
  Tree tree;
  const auto connect = [&](const std::vector<int>& members, int number) {
    if (number > 0) tree.parent = members[static_cast<std::size_t>((number - 1) / arity)];
    for (int child = arity * number + 1; child <= arity * number + arity; child++) {
      const auto i = static_cast<std::size_t>(child);
      if (i < members.size()) tree.add_child(members[i]);
    }
  };
  if (place == 0) connect(map.leaders, node);
  connect(ranks, place);
  return tree;
}

}  // namespace

void bcast_nodes_binomial(const BcastArgs& args) {
  hand_to_rank_0(args);
  const NodeParts parts(args);
  if (parts.is_leader()) bcast_binomial({parts.between(), args.data, 0});
  bcast_binomial({parts.inside(), args.data, parts.leader_number()});
}

void bcast_nodes_chain(const BcastArgs& args, MPI_Count segment_bytes) {
  bcast_from_rank_0(args, tree_over_nodes(args, 1), segment_bytes, Sending::blocking);
}

void bcast_nodes_binary(const BcastArgs& args, MPI_Count segment_bytes) {
  bcast_from_rank_0(args, tree_over_nodes(args, 2), segment_bytes, Sending::blocking);
}

void bcast_leader_first(const BcastArgs& args) {
  const NodeParts parts(args, args.root, NodeParts::RootLeads::no);
  if (parts.own_node() == parts.root_node()) {
    const Operation node = parts.inside();
    const int root = parts.number_inside(args.root);
    if (parts.leader_number() != root) {
      if (node.rank() == root) node.send(args.data, parts.leader_number());
      if (parts.is_leader()) node.receive(args.data, root);
    }
  }
  if (parts.is_leader()) run_bcast(parts.between(), args.data, parts.root_node());
  run_bcast(parts.inside(), args.data, parts.leader_number());
}

void bcast_root_node_first(const BcastArgs& args) {
  const NodeParts parts(args, args.root, NodeParts::RootLeads::no);
  const bool at_root = parts.own_node() == parts.root_node();
  if (at_root) run_bcast(parts.inside(), args.data, parts.number_inside(args.root));
  if (parts.is_leader()) run_bcast(parts.between(), args.data, parts.root_node());
  if (!at_root) run_bcast(parts.inside(), args.data, parts.leader_number());
}

}  // namespace smpi::coll
