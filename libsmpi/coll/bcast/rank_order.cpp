// SPDX-License-Identifier: BSD-3-Clause
//
// Pipelined broadcasts that know nothing of the network ("NTS" in the STAR-MPI library): a chain or
// a binary tree in the order of the ranks, from rank 0. A root that is not rank 0 sends the message
// there first. Patarasuk, Yuan, Faraj, "Techniques for pipelined broadcast on Ethernet switched
// clusters", JPDC 68(6), 2008. The data that does not fill a segment travels in a binomial tree.
//   chain:  (p - 1) a + n b + (p - 2)(a + s b) for segments of s bytes
//   binary: 2 (log2 p + S)(a + s b) for S segments
#include <vector>

#include "libsmpi/coll/bcast/bcast.h"
#include "libsmpi/coll/data/common_elements.h"
#include "libsmpi/coll/patterns/tree.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {
namespace {

void hand_to_rank_0(const BcastArgs& args) {
  if (args.root == 0) return;
  if (args.rank() == args.root) args.send(args.data, 0);
  if (args.rank() == 0) args.receive(args.data, args.root);
}

// Receives every segment at once and passes each on as it comes.
void pass_on(const BcastArgs& args, const Tree& tree, MPI_Count length, Sending sending) {
  const MPI_Count segments = args.data.count / length;
  std::vector<Request*> receives;
  if (!tree.is_root()) {
    for (MPI_Count i = 0; i < segments; i++) {
      receives.push_back(args.start_receive(args.data.part(i * length, length), tree.parent));
    }
  }
  std::vector<Request*> sends;
  for (MPI_Count i = 0; i < segments; i++) {
    if (!tree.is_root()) args.wait(receives[static_cast<std::size_t>(i)]);
    for (const int child : tree.children()) {
      const Block segment = args.data.part(i * length, length);
      if (sending == Sending::nonblocking) {
        sends.push_back(args.start_send(segment, child));
      } else {
        args.send(segment, child);
      }
    }
  }
  args.wait_all(sends);
}

void send_segments(const BcastArgs& args, const Tree& tree, MPI_Count segment_bytes,
                   Sending sending) {
  hand_to_rank_0(args);
  const MPI_Count count = args.data.count;
  const MPI_Count length = segment_elements(count, *args.data.type, segment_bytes);
  if (count <= length) {
    if (!tree.is_root()) args.receive(args.data, tree.parent);
    for (const int child : tree.children()) args.send(args.data, child);
    return;
  }
  pass_on(args, tree, length, sending);
  const MPI_Count rest = count % length;
  if (rest == 0) return;
  BcastArgs last{args, args.data.part(count - rest, rest), 0};
  bcast_binomial(last);
}

void bcast_in_segments(const BcastArgs& args, const Tree& tree, MPI_Count segment_bytes,
                       Sending sending) {
  in_common_segments(args, segment_bytes, [&](const BcastArgs& common) {
    send_segments(common, tree, segment_bytes, sending);
  });
}

}  // namespace

void bcast_rank_order_chain(const BcastArgs& args, MPI_Count segment_bytes, Sending sending) {
  bcast_in_segments(args, chain_tree(args.size(), args.rank(), 0, 1), segment_bytes, sending);
}

void bcast_rank_order_binary(const BcastArgs& args, MPI_Count segment_bytes) {
  // Numbered level by level: the children of r are 2 r + 1 and 2 r + 2.
  Tree tree;
  if (args.rank() > 0) tree.parent = (args.rank() - 1) / 2;
  for (int child = 2 * args.rank() + 1; child <= 2 * args.rank() + 2; child++) {
    if (child < args.size()) tree.add_child(child);
  }
  bcast_in_segments(args, tree, segment_bytes, Sending::blocking);
}

}  // namespace smpi::coll
