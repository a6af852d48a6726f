// SPDX-License-Identifier: BSD-3-Clause
//
// Messages and bytes from each to each, in a picture's worth of memory: above 256 members a field
// stands for a block of members, twice as many each time that the number doubles.
#pragma once

#include <cstdint>
#include <vector>

namespace smpi::record {

class BlockMatrix {
 public:
  static constexpr std::uint32_t usual_side = 256;
  explicit BlockMatrix(std::uint32_t side = usual_side) : side_(side), cells_(side * side) {}

  struct Cell {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
  };
  void add(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes);

  std::uint32_t side() const { return side_; }
  // Members of a block: a power of two.
  std::uint32_t block_size() const { return block_size_; }
  const Cell& cell(std::uint32_t source_block, std::uint32_t destination_block) const {
    return cells_[source_block * side_ + destination_block];
  }

 private:
  void double_blocks();

  std::uint32_t side_;
  std::uint32_t block_size_ = 1;
  std::vector<Cell> cells_;
};

}  // namespace smpi::record
