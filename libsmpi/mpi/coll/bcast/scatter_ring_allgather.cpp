// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast as a binomial scatter and a ring allgather: for long messages.
// Cost: (ceil(log2 p) + p - 1) a + 2 n b (p - 1) / p.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/bcast/bcast.h"

namespace smpi::coll {

void bcast_scatter_ring_allgather(const BcastArgs& args, ScatteredBytes::Reach reach,
                                  ScatteredBytes::Unit unit) {
  const int size = args.size();
  if (size == 1) return;
  const ScatteredBytes bytes(args, reach, unit);
  const int right = (args.rank() + 1) % size;
  const int left = (args.rank() - 1 + size) % size;
  for (int step = 0; step < size - 1; step++) {
    const int outgoing = (bytes.from_root() - step + size) % size;
    const int incoming = (outgoing - 1 + size) % size;
    args.exchange(bytes.chunks(outgoing, 1), right, bytes.chunks(incoming, 1), left);
  }
  bytes.unpack();
}

}  // namespace smpi::coll
