// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter round a ring: the partial sum of each block travels round to its rank, and every
// rank on the way adds its part. Cost: (p - 1)(a + n (b + g) / p). Pjesivac-Grbovic et al., Cluster
// Computing 10, 2007.
#include <algorithm>

#include "libsmpi/coll/reduce_scatter/vector_blocks.h"

namespace smpi::coll {

void reduce_scatter_ring(const ReduceScatterArgs& args) {
  const VectorBlocks blocks(args);
  const int size = args.size();
  const int rank = args.rank();
  const int right = (rank + 1) % size;
  const int left = (rank - 1 + size) % size;
  MPI_Count longest = 0;
  for (int i = 0; i < size; i++) longest = std::max(longest, args.count_of(i));
  const Scratch first(args, longest, args.type);
  const Scratch second(args, longest, args.type);
  void* room[2] = {first.address(), second.address()};
  Block sum = blocks.input(left);
  for (int step = 1; step < size; step++) {
    const Block own = blocks.input((rank - 1 - step + size) % size);
    const Block incoming{room[step % 2], own.count, args.type};
    args.exchange(sum, right, incoming, left);
    combine(*args.op, own.address, incoming.address, own.count, args.type);
    sum = incoming;
  }
  if (size == 1) sum = blocks.input(0);
  copy(sum, blocks.output());
}

}  // namespace smpi::coll
