// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all by the algorithm of Bruck et al.: blocks are numbered by their distance to the target;
// in round i those whose number has bit i set move 2^i ranks on, packed into one message. Few
// messages, but each block travels up to ceil(log2 p) times: for short blocks. Cost: ceil(log2 p)(a
// + n b / 2). Bruck et al., IEEE TPDS 8(11), 1997.
#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {

void alltoall_bruck(const AlltoallArgs& args) {
  const int size = args.size();
  const int rank = args.rank();
  const MPI_Count block_bytes = args.in.size_bytes(rank);
  Datatype* bytes = &predefined_type(MPI_BYTE);
  // `held`: block d, packed, is on its way to the rank d further; `moving`: those of one round.
  const Scratch held(args, block_bytes * size);
  const Scratch moving(args, block_bytes * size);
  const Scratch arriving(args, block_bytes * size);
  const auto at = [&](const Scratch& where, int number) {
    return static_cast<std::byte*>(where.address()) + number * block_bytes;
  };
  for (int distance = 0; distance < size; distance++) {
    const Block block = args.out[(rank + distance) % size];
    pack(block.address, block.count, *block.type, at(held, distance));
  }
  for (int bit = 1; bit < size; bit *= 2) {
    int count = 0;
    for (int distance = bit; distance < size; distance++) {
      if ((distance & bit) == 0) continue;
      std::copy_n(at(held, distance), block_bytes, at(moving, count++));
    }
    args.exchange(moving.block(count * block_bytes, bytes), (rank + bit) % size,
                  arriving.block(count * block_bytes, bytes), (rank - bit + size) % size);
    count = 0;
    for (int distance = bit; distance < size; distance++) {
      if ((distance & bit) == 0) continue;
      std::copy_n(at(arriving, count++), block_bytes, at(held, distance));
    }
  }
  for (int distance = 0; distance < size; distance++) {
    const Block block = args.in[(rank - distance + size) % size];
    unpack(at(held, distance), block.address, block.count, *block.type);
  }
}

}  // namespace smpi::coll
