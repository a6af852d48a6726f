// SPDX-License-Identifier: BSD-3-Clause
//
// Dense: 1 MB, less than a table of pairs takes as soon as a sixth of them is in use.
#include "libsmpi/watch/record/report/block_matrix.h"

#include <algorithm>
#include <utility>

namespace smpi::record {

void BlockMatrix::add(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes) {
  while (std::max(source, destination) / block_size_ >= side_) double_blocks();
  Cell& cell = cells_[source / block_size_ * side_ + destination / block_size_];
  cell.bytes += bytes;
  cell.messages++;
}

void BlockMatrix::double_blocks() {
  std::vector<Cell> joined(cells_.size());
  for (std::uint32_t row = 0; row < side_; row++) {
    for (std::uint32_t column = 0; column < side_; column++) {
      Cell& sum = joined[row / 2 * side_ + column / 2];
      sum.bytes += cell(row, column).bytes;
      sum.messages += cell(row, column).messages;
    }
  }
  cells_ = std::move(joined);
  block_size_ *= 2;
}

}  // namespace smpi::record
