// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all in place in p / 2 steps: at distance d a rank swaps blocks with both ranks at that
// distance, through a copy of one block. Cost: (p - 1)(a + n b / p).
#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {

void alltoall_in_place_ring(const AlltoallArgs& args) {
  const int size = args.size();
  Datatype* bytes = &predefined_type(MPI_BYTE);
  for (int distance = 1; distance <= size / 2; distance++) {
    const int right = (args.rank() + distance) % size;
    const int left = (args.rank() - distance + size) % size;
    const Block to_right = args.in[right];
    const MPI_Count size_bytes = to_right.size_bytes();
    const Scratch saved(args, size_bytes);
    pack(to_right.address, to_right.count, *to_right.type, saved.address());
    if (left == right) {
      args.exchange(saved.block(size_bytes, bytes), right, to_right, right);
      continue;
    }
    const Block to_left = args.in[left];
    args.exchange(to_left, left, to_right, right);
    args.exchange(saved.block(size_bytes, bytes), right, to_left, left);
  }
}

}  // namespace smpi::coll
