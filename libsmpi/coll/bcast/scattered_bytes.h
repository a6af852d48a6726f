// SPDX-License-Identifier: BSD-3-Clause
//
// The first half of the scatter-allgather broadcasts: the message is cut into one chunk of bytes
// for each rank (counted from the root), and chunks travel down a binomial tree. Thakur,
// Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#pragma once

#include "libsmpi/coll/bcast/bcast.h"
#include "libsmpi/coll/data/packed_data.h"

namespace smpi::coll {

class ScatteredBytes {
 public:
  // Scatters: afterwards this rank has its own chunk, and those of the subtree below it.
  explicit ScatteredBytes(const BcastArgs& args);

  int from_root() const { return from_root_; }
  int rank_of(int number) const { return (number + args_.root) % args_.size(); }
  // The chunks first .. first + length - 1, of ranks counted from the root.
  Block chunks(int first, int length) const;
  void unpack() const {
    if (from_root_ != 0) data_.unpack();
  }

 private:
  const BcastArgs& args_;
  int from_root_;
  PackedData data_;
  MPI_Count chunk_bytes_;
};

}  // namespace smpi::coll
