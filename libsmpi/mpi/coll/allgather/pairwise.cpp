// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather in p - 1 steps; in step i a rank exchanges its block with rank XOR i. For a power of
// two. Cost: (p - 1)(a + n b / p).
#include <bit>

#include "libsmpi/mpi/coll/allgather/allgather.h"

namespace smpi::coll {

void allgather_pairwise(const AllgatherArgs& args) {
  const int size = args.size();
  if (!std::has_single_bit(static_cast<unsigned>(size))) return allgather_bruck(args);
  copy(args.mine, args.all[args.rank()]);
  for (int step = 1; step < size; step++) {
    const int partner = args.rank() ^ step;
    args.exchange(args.all[args.rank()], partner, args.all[partner], partner);
  }
}

}  // namespace smpi::coll
