// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter in p - 1 steps; in step i a rank sends the block of rank + i to it, and adds what
// it gets from rank - i. Cost: (p - 1)(a + n (b + g) / p). Thakur, Rabenseifner, Gropp, IJHPCA
// 19(1), 2005.
#include "libsmpi/mpi/coll/reduce_scatter/vector_blocks.h"

namespace smpi::coll {

void reduce_scatter_pairwise(const ReduceScatterArgs& args) {
  const VectorBlocks blocks(args);
  const int size = args.size();
  const int rank = args.rank();
  const MPI_Count count = args.count_of(rank);
  const Scratch room(args, count, args.type);
  const Block incoming = room.block(count, args.type);
  // In place the result may overwrite other blocks only when they have been sent.
  const Scratch own_sum(args, count, args.type);
  const Block sum = own_sum.block(count, args.type);
  copy(blocks.input(rank), sum);
  for (int step = 1; step < size; step++) {
    const int to = (rank + step) % size;
    const int from = (rank - step + size) % size;
    args.exchange(blocks.input(to), to, incoming, from);
    combine(*args.op, incoming.address, sum.address, count, args.type);
  }
  copy(sum, blocks.output());
}

}  // namespace smpi::coll
