// SPDX-License-Identifier: BSD-3-Clause
//
// A block as plain bytes, for algorithms that cut data anywhere: in place when the type has no
// gaps, else a packed copy.
#pragma once

#include <optional>

#include "libsmpi/mpi/coll/operation.h"

namespace smpi::coll {

class PackedData {
 public:
  enum class Content : std::uint8_t { given, to_come };

  // `given`: the bytes are those of the block; `to_come`: they will be received.
  PackedData(const Operation& operation, const Block& block, Content content);
  // Writes received bytes back to the block, if they are in a copy.
  void unpack() const;

  MPI_Count size_bytes() const { return size_bytes_; }
  // Bytes [from, to), clipped to the data.
  Block range(MPI_Count from, MPI_Count to) const;

 private:
  Block block_;
  MPI_Count size_bytes_;
  std::optional<Scratch> copy_;
  std::byte* bytes_;
};

}  // namespace smpi::coll
