// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter down a binomial tree, each hop carrying the blocks of a subtree, packed. Thakur,
// Rabenseifner, Gropp, IJHPCA 19(1), 2005. MPICH serves the largest subtree first, so that it goes
// on soonest: ceil(log2 p) a + n b (p - 1) / p. Open MPI serves the smallest first.
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/scatter/scatter.h"

namespace smpi::coll {
namespace {

int subtree_size(int number, int size) {
  const int bit = number & -number;
  return std::min(bit, size - number);
}

// Block `number` counted from the root is blocks[number + shift].
void send_subtrees(const ScatterArgs& args, const Tree& tree, const Blocks& blocks, int shift) {
  const int size = args.size();
  for (const int child : tree.children()) {
    const int number = (child - args.root + size) % size;
    send_run(args, {blocks, (number + shift) % size, subtree_size(number, size), size}, child);
  }
}

void scatter_along(const Tree& tree, const ScatterArgs& args) {
  const int size = args.size();
  const int number = (args.rank() - args.root + size) % size;
  if (args.is_root()) {
    send_subtrees(args, tree, args.all, args.root);
    copy(args.all[args.rank()], args.mine);
    return;
  }
  if (tree.children().empty()) {
    args.receive(args.mine, tree.parent);
    return;
  }
  const int length = subtree_size(number, size);
  const MPI_Count block_bytes = args.mine.size_bytes();
  const Scratch held(args, block_bytes * length);
  const Blocks blocks = Blocks::regular(held.address(), block_bytes, &predefined_type(MPI_BYTE));
  args.receive(blocks.run(0, length), tree.parent);
  send_subtrees(args, tree, blocks, size - number);
  copy(blocks[0], args.mine);
}

}  // namespace

void scatter_smallest_first(const ScatterArgs& args) {
  scatter_along(in_order_binomial_tree(args.size(), args.rank(), args.root), args);
}

void scatter_largest_first(const ScatterArgs& args) {
  scatter_along(knomial_tree(args.size(), args.rank(), args.root, 2), args);
}

}  // namespace smpi::coll
