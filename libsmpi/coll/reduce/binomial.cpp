// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction up a binomial tree. The tree is rooted at the root of the operation; when the operation
// is not commutative it is rooted at rank 0, where subtrees are runs of ranks in order, and the
// result travels on to the root.
// Cost: ceil(log2 p) (a + n b + n g). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/coll/data/accumulator.h"
#include "libsmpi/coll/reduce/reduce.h"

namespace smpi::coll {

void reduce_binomial(const ReduceArgs& args) {
  const int size = args.size();
  const int top = args.op->is_commutative() ? args.root : 0;
  const int from_top = (args.rank() - top + size) % size;
  Accumulator sum(args, operands_of(args, args.is_root() ? args.out : nullptr));
  for (int distance = 1; distance < size; distance *= 2) {
    if ((from_top & distance) != 0) {
      args.send(sum.partial(), (args.rank() - distance + size) % size);
      break;
    }
    if (from_top + distance >= size) continue;
    args.receive(sum.incoming(), (args.rank() + distance) % size);
    sum.add_higher();
  }
  if (args.rank() == top && !args.is_root()) args.send(sum.partial(), args.root);
  if (!args.is_root()) return;
  if (args.rank() == top) {
    sum.finish_in(args.output());
  } else {
    args.receive(args.output(), top);
  }
}

}  // namespace smpi::coll
