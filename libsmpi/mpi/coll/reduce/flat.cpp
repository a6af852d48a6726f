// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction straight to the root, which receives one vector after the other, from the last rank to
// the first, and combines them in that order. Cost: (p - 1)(a + n b + n g).
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"

namespace smpi::coll {
namespace {

// The last rank's operand comes first, so the root's own may have to wait in between.
void combine_downwards(const ReduceArgs& args) {
  const int last = args.size() - 1;
  Scratch first(args, args.count, args.type);
  const Block start = first.block(args.count, args.type);
  if (last == args.rank()) {
    copy(args.input(), start);
  } else {
    args.receive(start, last);
  }
  Accumulator sum(args, {start.address, start.address, args.count, args.type, args.op});
  for (int from = last - 1; from >= 0; from--) {
    if (from == args.rank()) {
      copy(args.input(), sum.incoming());
    } else {
      args.receive(sum.incoming(), from);
    }
    sum.add_lower();
  }
  sum.finish_in(args.output());
}

}  // namespace

void reduce_flat(const ReduceArgs& args) {
  if (args.is_root()) {
    combine_downwards(args);
  } else {
    args.send(args.input(), args.root);
  }
}

}  // namespace smpi::coll
