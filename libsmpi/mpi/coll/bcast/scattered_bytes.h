// SPDX-License-Identifier: BSD-3-Clause
//
// The first half of the scatter-allgather broadcasts: the message is cut into one chunk for each
// rank (counted from the root), of bytes or of whole elements, and chunks travel down a binomial
// tree. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/data/packed_data.h"

namespace smpi::coll {

class ScatteredBytes {
 public:
  // What a rank sends to the first rank below it: the chunks of that rank's subtree, or all from
  // there to the end of the message, whether it has them or not (MPICH 4.0's nonblocking forms).
  enum class Reach : std::uint8_t { subtree, end };
  // Where chunks are cut: Open MPI never cuts an element.
  enum class Unit : std::uint8_t { byte, element };

  // Scatters: afterwards this rank has its own chunk, and those of the subtree below it.
  ScatteredBytes(const BcastArgs& args, Reach reach, Unit unit);

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
