// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction as a reduce-scatter by recursive halving and a binomial gather: for long vectors.
// Cost: 2 log2(p) a + 2 n b (p - 1) / p + n g (p - 1) / p for a power of two; see
// coll/patterns/halving.h.
#include "libsmpi/coll/patterns/halving.h"
#include "libsmpi/coll/reduce/reduce.h"

namespace smpi::coll {

void reduce_rabenseifner(const ReduceArgs& args) {
  const Folding folding(args.size(), args.rank(), args.root);
  if (folding.is_idle()) {
    args.send(args.input(), folding.partner());
    return;
  }
  std::optional<Scratch> own;
  if (!args.is_root()) own.emplace(args, args.count, args.type);
  const Block vector{own ? own->address() : args.out, args.count, args.type};
  copy(args.input(), vector);
  HalvedVector halved(args, folding, vector, *args.op);
  halved.reduce_scatter(HalvedVector::First::nearest);
  halved.gather(args.root);
}

}  // namespace smpi::coll
