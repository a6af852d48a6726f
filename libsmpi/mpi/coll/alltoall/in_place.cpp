// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all in place: every pair of ranks in turn swaps a block through a copy of it, so that the
// memory needed is one block. Cost: (p - 1)(a + n b / p) and waits for the order of the pairs.
#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {

void alltoall_in_place(const AlltoallArgs& args) {
  Datatype* bytes = &predefined_type(MPI_BYTE);
  const auto swap_with = [&](int other) {
    const Block block = args.in[other];
    const MPI_Count size_bytes = block.size_bytes();
    if (size_bytes == 0) return;
    const Scratch packed(args, size_bytes);
    pack(block.address, block.count, *block.type, packed.address());
    args.exchange(packed.block(size_bytes, bytes), other, block, other);
  };
  for (int first = 0; first < args.size(); first++) {
    for (int second = first + 1; second < args.size(); second++) {
      if (args.rank() == first) swap_with(second);
      if (args.rank() == second) swap_with(first);
    }
  }
}

}  // namespace smpi::coll
