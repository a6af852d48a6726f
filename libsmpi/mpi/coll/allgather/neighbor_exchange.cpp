// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather by exchanges with the two neighbours in turn; after the first exchange two blocks
// travel at a time, those received last. For an even number of ranks; an odd one takes the ring.
// Cost: p / 2 a + n b (p - 1) / p. Chen, Zhang, Zhang, Yuan, HPC Asia 2005.
#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"

namespace smpi::coll {

void allgather_neighbor_exchange(const AllgatherArgs& args) {
  const int size = args.size();
  if (size % 2 != 0) return allgather_ring(args);
  const int rank = args.rank();
  // Even ranks start with their right neighbour, odd ones with their left one.
  const int direction = rank % 2 == 0 ? 1 : -1;
  const int neighbors[2] = {(rank + direction + size) % size, (rank - direction + size) % size};
  copy(args.mine, args.all[rank]);
  args.exchange(args.all[rank], neighbors[0], args.all[neighbors[0]], neighbors[0]);

  int outgoing = rank - rank % 2;          // the pair of blocks to pass on
  int received[2] = {outgoing, outgoing};  // the pair received last from each neighbour
  for (int step = 1; step < size / 2; step++) {
    const int side = step % 2;
    const int shift = side == 1 ? -2 * direction : 2 * direction;
    received[side] = (received[side] + shift + size) % size;
    exchange_runs(args, {args.all, outgoing, 2, size}, neighbors[side],
                  {args.all, received[side], 2, size}, neighbors[side]);
    outgoing = received[side];
  }
}

}  // namespace smpi::coll
