// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce by recursive doubling: participants exchange whole vectors at distance 1, 2, 4, ...
// Cost: log2(p) (a + n b + n g), and 2 a + 2 n b + n g more when p is not a power of two.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/folding.h"

namespace smpi::coll {

void allreduce_recursive_doubling(const ReduceArgs& args) {
  const Folding fold(args.size(), args.rank());
  if (fold.is_idle()) {
    args.send(args.input(), fold.partner());
    args.receive(args.output(), fold.partner());
    return;
  }
  Accumulator sum(args, operands_of(args, args.out));
  if (fold.is_in_pair()) {
    args.receive(sum.incoming(), fold.partner());
    sum.add_lower();
  }
  for (int distance = 1; distance < fold.power(); distance *= 2) {
    const int other = fold.number() ^ distance;
    args.exchange(sum.partial(), fold.rank_of(other), sum.incoming(), fold.rank_of(other));
    if (other < fold.number()) {
      sum.add_lower();
    } else {
      sum.add_higher();
    }
  }
  sum.finish_in(args.output());
  if (fold.is_in_pair()) args.send(args.output(), fold.partner());
}

}  // namespace smpi::coll
