// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather in three steps: the blocks of a node are gathered at its leader, the leaders pass the
// data of nodes round a ring, and each broadcasts everything inside its node.
// Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include <numeric>
#include <vector>

#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/coll/bcast/bcast.h"
#include "libsmpi/coll/gather/gather.h"
#include "libsmpi/coll/patterns/node_map.h"
#include "libsmpi/datatype/pack.h"

namespace smpi::coll {
namespace {

// All blocks, packed, node after node.
class PackedByNode {
 public:
  PackedByNode(const AllgatherArgs& args, const NodeMap& map)
      : args_(args), map_(map), starts_(map.ranks.size() + 1, 0) {
    for (std::size_t node = 0; node < map.ranks.size(); node++) {
      starts_[node + 1] = starts_[node];
      for (const int rank : map.ranks[node]) starts_[node + 1] += args.all.size_bytes(rank);
    }
    memory_.emplace(args, starts_.back());
  }

  Block node(int number) const {
    const auto i = static_cast<std::size_t>(number);
    return range(starts_[i], starts_[i + 1]);
  }
  Block everything() const { return range(0, starts_.back()); }
  Block rank(int rank) const {
    const auto node = static_cast<std::size_t>(map_.node_of[static_cast<std::size_t>(rank)]);
    MPI_Count start = starts_[node];
    for (const int other : map_.ranks[node]) {
      if (other == rank) break;
      start += args_.all.size_bytes(other);
    }
    return range(start, start + args_.all.size_bytes(rank));
  }
  void unpack() const {
    const auto* from = static_cast<const std::byte*>(memory_->address());
    for (const auto& node : map_.ranks) {
      for (const int rank : node) {
        const Block to = args_.all[rank];
        smpi::unpack(from, to.address, to.count, *to.type);
        from += to.size_bytes();
      }
    }
  }

 private:
  Block range(MPI_Count from, MPI_Count to) const {
    return {static_cast<std::byte*>(memory_->address()) + from, to - from,
            &predefined_type(MPI_BYTE)};
  }

  const AllgatherArgs& args_;
  const NodeMap& map_;
  std::vector<MPI_Count> starts_;
  std::optional<Scratch> memory_;
};

// The leader receives the blocks of its node in the order of its ranks.
void gather_in_node(const AllgatherArgs& args, const NodeParts& parts, const PackedByNode& packed,
                    const std::vector<int>& ranks) {
  const Operation inside = parts.inside();
  if (!parts.is_leader()) {
    inside.send(args.mine, parts.leader_number());
    return;
  }
  for (int i = 0; i < inside.size(); i++) {
    const Block to = packed.rank(ranks[static_cast<std::size_t>(i)]);
    if (i == inside.rank()) {
      pack(args.mine.address, args.mine.count, *args.mine.type, to.address);
    } else {
      inside.receive(to, i);
    }
  }
}

void pass_round(const NodeParts& parts, const PackedByNode& packed) {
  const Operation leaders = parts.between();
  const int size = leaders.size();
  const int right = (leaders.rank() + 1) % size;
  const int left = (leaders.rank() - 1 + size) % size;
  for (int step = 0; step < size - 1; step++) {
    leaders.exchange(packed.node((leaders.rank() - step + size) % size), right,
                     packed.node((left - step + size) % size), left);
  }
}

}  // namespace

void allgather_node_aware(const AllgatherArgs& args) {
  const NodeMap& map = node_map(args.communicator());
  const NodeParts parts(args);
  const PackedByNode packed(args, map);
  const auto own_node =
      static_cast<std::size_t>(map.node_of[static_cast<std::size_t>(args.rank())]);
  gather_in_node(args, parts, packed, map.ranks[own_node]);
  if (parts.is_leader()) pass_round(parts, packed);
  bcast_binomial({parts.inside(), packed.everything(), parts.leader_number()});
  packed.unpack();
}

}  // namespace smpi::coll
