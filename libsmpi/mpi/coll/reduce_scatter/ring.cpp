// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter round a ring: the partial sum of each block travels round to its rank, and every
// rank on the way adds its part; the next sum may arrive while the last one is combined. Cost: (p -
// 1)(a + n (b + g) / p). Pjesivac-Grbovic et al., Cluster Computing 10, 2007.
#include <algorithm>
#include <utility>

#include "libsmpi/mpi/coll/reduce_scatter/vector_blocks.h"
#include "libsmpi/mpi/requests/request.h"

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
  const auto own = [&](int step) { return blocks.input((rank - 1 - step + size) % size); };
  const auto incoming = [&](int step) { return Block{room[step % 2], own(step).count, args.type}; };
  Block sum = blocks.input(size == 1 ? 0 : left);
  Request* arriving = size == 1 ? nullptr : args.start_receive(incoming(1), left);
  for (int step = 1; step < size; step++) {
    args.send(sum, right);
    Request* next = step + 1 < size ? args.start_receive(incoming(step + 1), left) : nullptr;
    args.wait(std::exchange(arriving, next));
    sum = incoming(step);
    combine(*args.op, own(step).address, sum.address, sum.count, args.type);
  }
  copy(sum, blocks.output());
}

}  // namespace smpi::coll
