// SPDX-License-Identifier: BSD-3-Clause
//
// Exclusive scan along a chain: as the inclusive one, but a rank keeps what it received and only
// passes on the sum with its own part. Cost: (p - 1)(a + n b + n g).
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/scan/scan.h"

namespace smpi::coll {

void exscan_linear(const ReduceArgs& args) {
  const bool is_last = args.rank() + 1 == args.size();
  if (args.rank() == 0) {
    if (!is_last) args.send(args.input(), 1);
    return;
  }
  if (is_last) {
    args.receive(args.output(), args.rank() - 1);
    return;
  }
  Accumulator sum(args, operands_of(args, nullptr));
  args.receive(sum.incoming(), args.rank() - 1);
  const Scratch before(args, args.count, args.type);
  copy(sum.incoming(), before.block(args.count, args.type));
  sum.add_lower();
  args.send(sum.partial(), args.rank() + 1);
  copy(before.block(args.count, args.type), args.output());
}

}  // namespace smpi::coll
