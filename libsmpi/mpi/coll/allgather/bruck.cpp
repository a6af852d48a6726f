// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather by the algorithm of Bruck et al.: in the round at distance d a rank has d blocks, its
// own and those after it, and sends them (as many as are still missing) to rank - d. Cost:
// ceil(log2 p) a + n b (p - 1) / p, for any p. Bruck et al., IEEE TPDS 8(11), 1997.
#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"

namespace smpi::coll {

void allgather_bruck(const AllgatherArgs& args) {
  const int size = args.size();
  const int rank = args.rank();
  copy(args.mine, args.all[rank]);
  for (int distance = 1; distance < size; distance *= 2) {
    const int length = std::min(distance, size - distance);
    const int from = (rank + distance) % size;
    const int to = (rank - distance + size) % size;
    exchange_runs(args, {args.all, rank, length, size}, to, {args.all, from, length, size}, from);
  }
}

}  // namespace smpi::coll
