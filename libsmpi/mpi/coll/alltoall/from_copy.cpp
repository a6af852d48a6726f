// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_IN_PLACE for algorithms that are not made for it: the blocks are packed first, and sent from
// the copy.
#include <vector>

#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {

void alltoall_from_copy(const AlltoallArgs& args, void (*algorithm)(const AlltoallArgs&)) {
  const auto size = static_cast<std::size_t>(args.size());
  std::vector<MPI_Count> counts(size);
  std::vector<MPI_Count> displacements(size);
  MPI_Count total = 0;
  for (std::size_t i = 0; i < size; i++) {
    counts[i] = args.in.size_bytes(static_cast<int>(i));
    displacements[i] = total;
    total += counts[i];
  }
  const Scratch packed(args, total);
  auto* to = static_cast<std::byte*>(packed.address());
  for (int i = 0; i < args.size(); i++) {
    const Block block = args.in[i];
    pack(block.address, block.count, *block.type, to);
    to += block.size_bytes();
  }
  AlltoallArgs copied = args;
  copied.in_place = false;
  copied.out = Blocks::uneven(packed.address(), counts.data(), displacements.data(),
                              &predefined_type(MPI_BYTE));
  algorithm(copied);
}

}  // namespace smpi::coll
