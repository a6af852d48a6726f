// SPDX-License-Identifier: BSD-3-Clause
//
// Gather in two steps: inside each node to its leader, up a binomial tree; then the leaders send
// the blocks of their nodes to the root, which leads its own. Cost: the sum of the parts. Karonis
// et al., IPDPS 2000.
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"

namespace smpi::coll {
namespace {

// The blocks of a node, packed, in the order of its ranks.
void collect_node(const GatherArgs& args, const NodeParts& parts, const Blocks& blocks) {
  const Operation inside = parts.inside();
  gather_binomial({inside, args.mine, blocks, parts.leader_number()});
}

void receive_nodes(const GatherArgs& args, const NodeParts& parts, const Blocks& own_node) {
  const NodeMap& map = node_map(args.communicator());
  const MPI_Count block_bytes = own_node.size_bytes(0);
  for (int node = 0; node < parts.node_count(); node++) {
    const auto& ranks = map.ranks[static_cast<std::size_t>(node)];
    const bool is_own = node == parts.root_node();
    const auto length = static_cast<int>(ranks.size());
    const Scratch room(args, is_own ? 0 : block_bytes * length);
    Blocks blocks = own_node;
    if (!is_own) {
      blocks = Blocks::regular(room.address(), block_bytes, own_node.type());
      parts.between().receive(blocks.run(0, length), node);
    }
    for (int i = 0; i < length; i++) copy(blocks[i], args.all[ranks[static_cast<std::size_t>(i)]]);
  }
}

}  // namespace

void gather_node_aware(const GatherArgs& args) {
  const NodeParts parts(args, args.root);
  const int length = parts.inside().size();
  const MPI_Count block_bytes = args.mine.size_bytes();
  const Scratch held(args, parts.is_leader() ? block_bytes * length : 0);
  const Blocks blocks = Blocks::regular(held.address(), block_bytes, &predefined_type(MPI_BYTE));
  collect_node(args, parts, blocks);
  if (!parts.is_leader()) return;
  if (args.is_root()) {
    receive_nodes(args, parts, blocks);
  } else {
    parts.between().send(blocks.run(0, length), parts.root_node());
  }
}

}  // namespace smpi::coll
