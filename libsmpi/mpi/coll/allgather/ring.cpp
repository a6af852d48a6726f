// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather round a ring: each rank passes the block it received last to its right neighbour, or,
// on a shifting ring, sends its own block one rank further in each step. Cost of both:
// (p - 1)(a + largest block b). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; Faraj, Yuan,
// "Automatic generation and tuning of MPI collective communication routines", ICS 2005.
#include "libsmpi/mpi/coll/allgather/allgather.h"

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

void allgather_shifting_ring(const AllgatherArgs& args) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  for (int step = 1; step < size; step++) {
    const int to = (args.rank() + step) % size;
    const int from = (args.rank() - step + size) % size;
    args.exchange(args.all[args.rank()], to, args.all[from], from);
  }
}

}  // namespace smpi::coll
