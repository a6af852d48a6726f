// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier by dissemination: in round i every rank tells rank + 2^i that all ranks it knows of have
// arrived, and hears the same from rank - 2^i. After ceil(log2 p) rounds it has heard of all.
// Cost: ceil(log2 p) latencies. Hensgen, Finkel, Manber, IJPP 17(1), 1988.
#include "libsmpi/mpi/coll/barrier/barrier.h"

namespace smpi::coll {

void barrier_dissemination(const BarrierArgs& args) {
  const int size = args.size();
  for (int distance = 1; distance < size; distance *= 2) {
    args.exchange_signals((args.rank() + distance) % size, (args.rank() - distance + size) % size);
  }
}

}  // namespace smpi::coll
