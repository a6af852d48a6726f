// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast down a binomial tree, the whole message at each hop, the largest subtree first.
// Cost: ceil(log2 p) (a + n b). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/bcast/bcast.h"

namespace smpi::coll {

void bcast_binomial(const BcastArgs& args) {
  const int size = args.size();
  const int from_root = (args.rank() - args.root + size) % size;
  int distance = 1;
  for (; distance < size; distance *= 2) {
    if ((from_root & distance) == 0) continue;
    args.receive(args.data, (args.rank() - distance + size) % size);
    break;
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    if (from_root + distance >= size) continue;
    args.send(args.data, (args.rank() + distance) % size);
  }
}

}  // namespace smpi::coll
