// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcasts that cross the network once for each node: among the leaders of nodes, and inside
// nodes. They differ in the algorithm of the two parts, and in what the root does when it does not
// lead its node: it leads it all the same; it hands the data to the leader (MPICH's composition
// alpha); or it serves its own node first (beta). Cost: the sum of the parts. Karonis et al.,
// "Exploiting hierarchy in parallel computer networks", IPDPS 2000.
#include "libsmpi/coll/bcast/bcast.h"
#include "libsmpi/coll/patterns/node_map.h"
#include "libsmpi/coll/run.h"

namespace smpi::coll {
namespace {

void run_bcast(const Operation& operation, const Block& data, int root) {
  BcastArgs part{operation, data, root};
  run_part(Collective::bcast, part);
}

}  // namespace

void bcast_node_aware(const BcastArgs& args, BcastAlgorithm* between, BcastAlgorithm* inside) {
  const NodeParts parts(args, args.root);
  if (parts.is_leader()) between({parts.between(), args.data, parts.root_node()});
  inside({parts.inside(), args.data, parts.leader_number()});
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
