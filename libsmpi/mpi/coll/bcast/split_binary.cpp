// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast down a split binary tree: the first half of the message goes down the left subtree, the
// second half down the right one, then ranks of opposite subtrees swap their halves.
// Cost: about 2 log2(p) (a + n b / 2) + a + n b / 2 in one segment.
// Pjesivac-Grbovic et al., Cluster Computing 10, 2007.
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/data/common_elements.h"
#include "libsmpi/mpi/coll/patterns/tree.h"

namespace smpi::coll {
namespace {

// Ranks counted from the root: odd ones form the left subtree, even ones the right one.
struct Halves {
  explicit Halves(const BcastArgs& args) {
    const MPI_Count left = (args.data.count + 1) / 2;
    half[0] = args.data.part(0, left);
    half[1] = args.data.part(left, args.data.count - left);
  }
  Block half[2];
};

// The root feeds both subtrees, a segment to each in turn.
void feed(const BcastArgs& args, const Halves& halves, const Tree& tree, MPI_Count length) {
  const auto children = tree.children();
  for (MPI_Count first = 0; first < halves.half[0].count; first += length) {
    for (std::size_t side = 0; side < children.size(); side++) {
      const Block& half = halves.half[side];
      if (first >= half.count) continue;
      args.send(half.part(first, std::min(length, half.count - first)), children[side]);
    }
  }
}

// A leaf asks for one segment at a time.
void receive_segments(const BcastArgs& args, const Block& half, const Tree& tree,
                      MPI_Count length) {
  for (MPI_Count first = 0; first < half.count; first += length) {
    args.receive(half.part(first, std::min(length, half.count - first)), tree.parent);
  }
}

void swap_halves(const BcastArgs& args, const Halves& halves, int from_root) {
  const int size = args.size();
  const int last = (args.root + size - 1) % size;
  if (size % 2 == 0) {  // the last rank of the left subtree has no partner but the root
    if (from_root == 0 && halves.half[1].count > 0) args.send(halves.half[1], last);
    if (args.rank() == last && halves.half[1].count > 0) args.receive(halves.half[1], args.root);
    if (args.rank() == last) return;
  }
  if (from_root == 0) return;
  const int own = from_root % 2 == 1 ? 0 : 1;
  const int partner = (args.rank() + (own == 0 ? 1 : size - 1)) % size;
  args.exchange(halves.half[own], partner, halves.half[1 - own], partner);
}

void bcast_halves(const BcastArgs& args, MPI_Count segment_bytes) {
  const Halves halves(args);
  const int from_root = (args.rank() - args.root + args.size()) % args.size();
  const Tree tree = binary_tree(args.size(), args.rank(), args.root);
  const MPI_Count length = segment_elements(halves.half[0].count, *args.data.type, segment_bytes);
  if (from_root == 0) {
    feed(args, halves, tree, length);
  } else {
    const Block& half = halves.half[from_root % 2 == 1 ? 0 : 1];
    if (tree.children().empty()) {
      receive_segments(args, half, tree, length);
    } else {
      pass_along(tree, args, half, length);
    }
  }
  swap_halves(args, halves, from_root);
}

}  // namespace

void bcast_split_binary(const BcastArgs& args, MPI_Count segment_bytes) {
  if (args.size() == 1) return;
  constexpr MPI_Count always_cut = 1;
  in_common_segments(args, always_cut,
                     [&](const BcastArgs& common) { bcast_halves(common, segment_bytes); });
}

}  // namespace smpi::coll
