// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction up a binomial tree. The tree is rooted at the root of the operation; when the operation
// is not commutative it is rooted at rank 0, where subtrees are runs of ranks in order, and the
// result travels on to the root. MPIs number the other ranks in two ways
// (coll/patterns/numbering.h). Cost: ceil(log2 p) (a + n b + n g). Thakur, Rabenseifner, Gropp,
// IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/patterns/numbering.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"

namespace smpi::coll {
namespace {

void reduce_up_tree(const ReduceArgs& args, Numbering::Kind kind) {
  const int size = args.size();
  const int top = args.op->is_commutative() ? args.root : 0;
  const Numbering numbers(size, args.rank(), top, kind);
  const int number = numbers.own();
  Accumulator sum(args, operands_of(args, args.is_root() ? args.out : nullptr));
  for (int distance = 1; distance < size; distance *= 2) {
    if ((number & distance) != 0) {
      args.send(sum.partial(), numbers.rank_of(number - distance));
      break;
    }
    if (number + distance >= size) continue;
    args.receive(sum.incoming(), numbers.rank_of(number + distance));
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

}  // namespace

void reduce_binomial(const ReduceArgs& args) {
  reduce_up_tree(args, Numbering::Kind::rotated);
}

void reduce_binomial_swapped(const ReduceArgs& args) {
  reduce_up_tree(args, Numbering::Kind::swapped);
}

}  // namespace smpi::coll
