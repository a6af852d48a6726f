// SPDX-License-Identifier: BSD-3-Clause
//
// The vector of a reduce-scatter, cut into the blocks of the ranks.
#pragma once

#include "libsmpi/mpi/coll/reduce_scatter/reduce_scatter.h"

namespace smpi::coll {

class VectorBlocks {
 public:
  explicit VectorBlocks(const ReduceScatterArgs& args) : args_(args), starts_(args.size() + 1) {
    for (int i = 0; i < args.size(); i++) starts_[i + 1] = starts_[i] + args.count_of(i);
  }

  MPI_Count start(int rank) const { return starts_[rank]; }
  MPI_Count total() const { return starts_[args_.size()]; }
  // The blocks of the ranks first .. last - 1 of a vector at `address`.
  Block of(void* address, int first, int last) const {
    return Block{address, total(), args_.type}.part(starts_[first], starts_[last] - starts_[first]);
  }
  Block of(void* address, int rank) const { return of(address, rank, rank + 1); }
  // The own operand.
  Block input(int rank) const { return of(args_.in, rank); }
  Block whole_input() const { return {args_.in, total(), args_.type}; }
  Block output() const { return {args_.out, args_.count_of(args_.rank()), args_.type}; }

 private:
  const ReduceScatterArgs& args_;
  MemberArray<MPI_Count, 64> starts_;
};

}  // namespace smpi::coll
