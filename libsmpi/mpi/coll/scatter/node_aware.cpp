// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter in two steps: the root sends the leader of each node the blocks of that node, and leaders
// hand them out. Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/scatter/scatter.h"

namespace smpi::coll {
namespace {

void send_nodes(const ScatterArgs& args, const NodeParts& parts, const Blocks& own_node) {
  const NodeMap& map = node_map(args.communicator());
  const MPI_Count block_bytes = own_node.size_bytes(0);
  for (int node = 0; node < parts.node_count(); node++) {
    const auto& ranks = map.ranks[static_cast<std::size_t>(node)];
    const bool is_own = node == parts.root_node();
    const auto length = static_cast<int>(ranks.size());
    const Scratch room(args, is_own ? 0 : block_bytes * length);
    const Blocks blocks =
        is_own ? own_node : Blocks::regular(room.address(), block_bytes, own_node.type());
    for (int i = 0; i < length; i++) copy(args.all[ranks[static_cast<std::size_t>(i)]], blocks[i]);
    if (!is_own) parts.between().send(blocks.run(0, length), node);
  }
}

}  // namespace

void scatter_node_aware(const ScatterArgs& args) {
  const NodeParts parts(args, args.root);
  const int length = parts.inside().size();
  const MPI_Count block_bytes = args.mine.size_bytes();
  const Scratch held(args, parts.is_leader() ? block_bytes * length : 0);
  const Blocks blocks = Blocks::regular(held.address(), block_bytes, &predefined_type(MPI_BYTE));
  if (args.is_root()) {
    send_nodes(args, parts, blocks);
  } else if (parts.is_leader()) {
    parts.between().receive(blocks.run(0, length), parts.root_node());
  }
  scatter_smallest_first({parts.inside(), blocks, args.mine, parts.leader_number()});
}

}  // namespace smpi::coll
