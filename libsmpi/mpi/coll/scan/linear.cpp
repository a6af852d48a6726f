// SPDX-License-Identifier: BSD-3-Clause
//
// Inclusive scan along a chain: a rank waits for the result of the rank below, adds its own part
// and passes the sum on. Cost: (p - 1)(a + n b + n g).
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/scan/scan.h"

namespace smpi::coll {

void scan_linear(const ReduceArgs& args) {
  Accumulator sum(args, operands_of(args, args.out));
  if (args.rank() > 0) {
    args.receive(sum.incoming(), args.rank() - 1);
    sum.add_lower();
  }
  sum.finish_in(args.output());
  if (args.rank() + 1 < args.size()) args.send(args.output(), args.rank() + 1);
}

}  // namespace smpi::coll
