// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier by a signal that goes twice round a ring. Cost: 2 p a.
#include "libsmpi/mpi/coll/barrier/barrier.h"

namespace smpi::coll {

void barrier_double_ring(const BarrierArgs& args) {
  const int right = (args.rank() + 1) % args.size();
  const int left = (args.rank() - 1 + args.size()) % args.size();
  for (int round = 0; round < 2 && args.size() > 1; round++) {
    if (args.rank() > 0) args.receive_signal(left);
    args.send_signal(right);
    if (args.rank() == 0) args.receive_signal(left);
  }
}

}  // namespace smpi::coll
