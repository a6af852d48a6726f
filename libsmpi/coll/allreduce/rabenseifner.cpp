// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce as a reduce-scatter by recursive halving and an allgather by recursive doubling: for
// long vectors. Cost: 2 log2(p) a + 2 n b (p - 1) / p + n g (p - 1) / p for a power of two; see
// coll/patterns/halving.h.
#include "libsmpi/coll/allreduce/allreduce.h"
#include "libsmpi/coll/patterns/halving.h"

namespace smpi::coll {

void allreduce_rabenseifner(const ReduceArgs& args) {
  const Folding folding(args.size(), args.rank());
  if (folding.is_idle()) {
    args.send(args.input(), folding.partner());
    args.receive(args.output(), folding.partner());
    return;
  }
  copy(args.input(), args.output());
  HalvedVector halved(args, folding, args.output(), *args.op);
  halved.reduce_scatter(HalvedVector::First::nearest);
  halved.allgather();
  if (folding.is_in_pair()) args.send(args.output(), folding.partner());
}

}  // namespace smpi::coll
