// SPDX-License-Identifier: BSD-3-Clause
//
// Gather up a binomial tree; the blocks of a subtree travel together. Inner ranks of the tree hold
// blocks packed, in the order counted from the root; so does a root that is not rank 0, where the
// blocks of a subtree may wrap around.
// Cost: ceil(log2 p) a + n b (p - 1) / p. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/coll/patterns/tree.h"

namespace smpi::coll {
namespace {

// Ranks in the subtree of a child at distance `bit`.
int subtree_size(int number, int size) {
  const int bit = number & -number;
  return std::min(bit, size - number);
}

void receive_subtrees(const GatherArgs& args, const Tree& tree, const Blocks& blocks, int shift) {
  const int size = args.size();
  for (const int child : tree.children()) {
    const int number = (child - args.root + size) % size;
    receive_run(args, {blocks, (number + shift) % size, subtree_size(number, size), size}, child);
  }
}

}  // namespace

void gather_binomial(const GatherArgs& args) {
  const int size = args.size();
  const int number = (args.rank() - args.root + size) % size;
  const Tree tree = in_order_binomial_tree(size, args.rank(), args.root);
  if (args.is_root()) {
    copy(args.mine, args.all[args.rank()]);
    receive_subtrees(args, tree, args.all, args.root);
    return;
  }
  if (tree.children().empty()) {
    args.send(args.mine, tree.parent);
    return;
  }
  // Packed blocks number .. number + length - 1, at the start of the buffer.
  const int length = subtree_size(number, size);
  Datatype* bytes = &predefined_type(MPI_BYTE);
  const MPI_Count block_bytes = args.mine.size_bytes();
  const Scratch held(args, block_bytes * length);
  const Blocks blocks = Blocks::regular(held.address(), block_bytes, bytes);
  copy(args.mine, blocks[0]);
  receive_subtrees(args, tree, blocks, size - number);
  args.send(blocks.run(0, length), tree.parent);
}

}  // namespace smpi::coll
