// SPDX-License-Identifier: BSD-3-Clause
//
// A block in units that all ranks have in common, for algorithms that cut it.
//
// Ranks may describe the same data by different types (MPI 6.1 asks for equal signatures only): one
// counts 100 rows of 3 numbers, another 300 numbers. Segments of whole elements would then be cut
// at different places. Here the elements are the basic ones where all of them are of one kind, else
// bytes. Nothing changes for a predefined type; a derived one without gaps is used in place; others
// cost a copy.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/data/packed_data.h"

namespace smpi::coll {

// Is it the unit already, so that blocks of it need no CommonElements?
bool is_common_element(const Datatype& type);
// Bytes of the unit.
MPI_Count common_element_bytes(const Datatype& type);

class CommonElements {
 public:
  CommonElements(const Operation& operation, const Block& block, PackedData::Content content);
  const Block& block() const { return common_; }
  // Writes received elements back to the block given, if they are in a copy.
  void unpack() const;

 private:
  std::optional<PackedData> data_;  // unless the block is used as it is
  Block common_;
};

// Calls algorithm(arguments) of a broadcast whose data are longer than a segment with data that can
// be cut; segments of 0 bytes mean one segment.
template <class Algorithm>
void in_common_segments(const BcastArgs& args, MPI_Count segment_bytes, Algorithm&& algorithm) {
  if (segment_bytes == 0 || args.data.size_bytes() <= segment_bytes) {
    algorithm(args);
    return;
  }
  const bool given = args.rank() == args.root;
  const CommonElements data(args, args.data,
                            given ? PackedData::Content::given : PackedData::Content::to_come);
  BcastArgs common = args;
  common.data = data.block();
  algorithm(common);
  if (!given) data.unpack();
}

}  // namespace smpi::coll
