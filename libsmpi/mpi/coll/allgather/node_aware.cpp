// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather in three steps: the ranks of a node exchange their blocks, one after the other; the
// leaders send the data of their nodes to each other, all at once; and each leader sends everything
// to the ranks of its node, one after the other ("SMP simple" of the STAR-MPI library).
// Cost: (k - 1)(a + n b / p) + a + n b + (k - 1)(a + n b) with k ranks on a node.
#include <vector>

#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/requests/request.h"

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

// Round a shifting ring, so that every rank of a node gets its blocks.
void exchange_in_node(const AllgatherArgs& args, const Operation& inside,
                      const PackedByNode& packed, const std::vector<int>& ranks) {
  const Block own = packed.rank(args.rank());
  pack(args.mine.address, args.mine.count, *args.mine.type, own.address);
  const int size = inside.size();
  for (int step = 1; step < size; step++) {
    const int from = (inside.rank() - step + size) % size;
    inside.exchange(own, (inside.rank() + step) % size,
                    packed.rank(ranks[static_cast<std::size_t>(from)]), from);
  }
}

void exchange_nodes(const Operation& leaders, const PackedByNode& packed) {
  const int size = leaders.size();
  MemberArray<Request*, 64> requests(2 * size);
  int count = 0;
  for (int step = 1; step < size; step++) {
    const int from = (leaders.rank() - step + size) % size;
    requests[count++] = leaders.start_receive(packed.node(from), from);
  }
  for (int step = 1; step < size; step++) {
    requests[count++] =
        leaders.start_send(packed.node(leaders.rank()), (leaders.rank() + step) % size);
  }
  leaders.wait_all(requests.first(count));
}

}  // namespace

void allgather_node_aware(const AllgatherArgs& args) {
  const NodeMap& map = node_map(args.communicator());
  const NodeParts parts(args);
  const PackedByNode packed(args, map);
  const auto own_node =
      static_cast<std::size_t>(map.node_of[static_cast<std::size_t>(args.rank())]);
  exchange_in_node(args, parts.inside(), packed, map.ranks[own_node]);
  if (parts.is_leader()) exchange_nodes(parts.between(), packed);
  bcast_flat({parts.inside(), packed.everything(), parts.leader_number()});
  packed.unpack();
}

}  // namespace smpi::coll
