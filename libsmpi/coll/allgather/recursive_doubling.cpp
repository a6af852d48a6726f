// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather by recursive doubling: partners at distance 1, 2, 4, ... exchange all blocks they have.
// Cost: log2(p) a + n b (p - 1) / p, for a power of two.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include <bit>

#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/coll/data/block_runs.h"

namespace smpi::coll {

void allgather_recursive_doubling(const AllgatherArgs& args) {
  const int size = args.size();
  if (!std::has_single_bit(static_cast<unsigned>(size))) return allgather_bruck(args);
  copy(args.mine, args.all[args.rank()]);
  for (int distance = 1; distance < size; distance *= 2) {
    const int partner = args.rank() ^ distance;
    const int own = args.rank() & ~(distance - 1);
    exchange_runs(args, {args.all, own, distance, size}, partner,
                  {args.all, own ^ distance, distance, size}, partner);
  }
}

}  // namespace smpi::coll
