// SPDX-License-Identifier: BSD-3-Clause
//
// Binomial scatter of the chunks. Empty messages are not sent.
// Cost: ceil(log2 p) a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/bcast/scattered_bytes.h"

#include "libsmpi/mpi/coll/data/common_elements.h"

namespace smpi::coll {
namespace {

// The longest chunk, in whole units.
MPI_Count chunk_bytes(MPI_Count size_bytes, MPI_Count unit_bytes, int ranks) {
  const MPI_Count units = size_bytes / unit_bytes;
  return (units + ranks - 1) / ranks * unit_bytes;
}

}  // namespace

ScatteredBytes::ScatteredBytes(const BcastArgs& args, Reach reach, Unit unit)
    : args_(args),
      from_root_((args.rank() - args.root + args.size()) % args.size()),
      data_(args, args.data,
            from_root_ == 0 ? PackedData::Content::given : PackedData::Content::to_come),
      chunk_bytes_(chunk_bytes(data_.size_bytes(),
                               unit == Unit::element ? common_element_bytes(*args.data.type) : 1,
                               args.size())) {
  const int size = args.size();
  int distance = 1;
  while (distance < size && (from_root_ & distance) == 0) distance *= 2;
  if (from_root_ != 0) {
    const Block mine = chunks(from_root_, reach == Reach::end ? size : distance);
    if (mine.count > 0) args.receive(mine, rank_of(from_root_ - distance));
  }
  bool is_first = from_root_ != 0 && reach == Reach::end;
  for (distance /= 2; distance > 0; distance /= 2) {
    if (from_root_ + distance >= size) continue;
    const Block below = chunks(from_root_ + distance, is_first ? size : distance);
    is_first = false;
    if (below.count > 0) args.send(below, rank_of(from_root_ + distance));
  }
}

Block ScatteredBytes::chunks(int first, int length) const {
  return data_.range(first * chunk_bytes_, (first + length) * chunk_bytes_);
}

}  // namespace smpi::coll
