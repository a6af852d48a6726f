// SPDX-License-Identifier: BSD-3-Clause
//
// Packing and unpacking around an algorithm on bytes.
#include "libsmpi/mpi/coll/data/packed_data.h"

#include <algorithm>

#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {

PackedData::PackedData(const Operation& operation, const Block& block, Content content)
    : block_(block), size_bytes_(block.size_bytes()) {
  if (block.type->is_dense()) {
    bytes_ = static_cast<std::byte*>(block.address) + block.type->true_lb();
    return;
  }
  copy_.emplace(operation, size_bytes_);
  bytes_ = static_cast<std::byte*>(copy_->address());
  if (content == Content::given) pack(block.address, block.count, *block.type, bytes_);
}

void PackedData::unpack() const {
  if (copy_) smpi::unpack(bytes_, block_.address, block_.count, *block_.type);
}

Block PackedData::range(MPI_Count from, MPI_Count to) const {
  const MPI_Count first = std::min(from, size_bytes_);
  const MPI_Count last = std::clamp(to, first, size_bytes_);
  return {bytes_ + first, last - first, &predefined_type(MPI_BYTE)};
}

}  // namespace smpi::coll
