// SPDX-License-Identifier: BSD-3-Clause
//
// Scan in three steps: inside each node; among the leaders of the nodes, of the sums of nodes,
// which their last ranks have; and the sum of all nodes before goes to the ranks of each node. For
// communicators where the ranks of a node follow each other.
// Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/scan/scan.h"

namespace smpi::coll {
namespace {

// The sum of a node travels from its last rank to its leader, number 0.
void hand_sum_to_leader(const Operation& inside, const Block& sum, const Block& result) {
  const int last = inside.size() - 1;
  if (last == 0) {
    copy(result, sum);
  } else if (inside.rank() == last) {
    inside.send(result, 0);
  } else if (inside.rank() == 0) {
    inside.receive(sum, last);
  }
}

}  // namespace

void scan_node_aware(const ReduceArgs& args) {
  const NodeParts parts(args);
  const Operation inside = parts.inside();
  ReduceArgs in_node = args;
  static_cast<Operation&>(in_node) = inside;
  scan_recursive_doubling(in_node);

  const Scratch sum_room(args, args.count, args.type);
  const Scratch before_room(args, args.count, args.type);
  const Block before = before_room.block(args.count, args.type);
  hand_sum_to_leader(inside, sum_room.block(args.count, args.type), args.output());
  if (parts.is_leader()) {
    ReduceArgs nodes = args;
    static_cast<Operation&>(nodes) = parts.between();
    nodes.in = sum_room.address();
    nodes.out = before.address;
    exscan_recursive_doubling(nodes);
  }
  if (parts.own_node() == 0) return;
  bcast_binomial({inside, before, 0});
  combine(*args.op, before.address, args.out, args.count, args.type);
}

}  // namespace smpi::coll
