// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather round a ring: each rank passes the block it received last to its right neighbour.
// Cost: (p - 1)(a + largest block b). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/coll/allgather/allgather.h"

namespace smpi::coll {

void allgather_ring(const AllgatherArgs& args) {
  const int size = args.size();
  const int right = (args.rank() + 1) % size;
  const int left = (args.rank() - 1 + size) % size;
  copy(args.mine, args.all[args.rank()]);
  for (int step = 0; step < size - 1; step++) {
    const int outgoing = (args.rank() - step + size) % size;
    const int incoming = (left - step + size) % size;
    args.exchange(args.all[outgoing], right, args.all[incoming], left);
  }
}

}  // namespace smpi::coll
