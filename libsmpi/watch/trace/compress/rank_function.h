// SPDX-License-Identifier: BSD-3-Clause
//
// A number that each rank of a list has, as a function of the rank: the shortest of these that
// fits.
//
//   constant v          v
//   affine a, b         a*r + b          an absolute peer among relative ones: a = -1
//   exclusive m         (r xor m) - r    partners of a hypercube
//   circular c, n       (r+c) mod n - r  neighbours in a ring
//   grid a, b, x, y     a*(r/x mod y) + b  row or column of a grid
//   table               values, each with its ranks
//   column              a value per rank, as differences
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/bytes.h"

namespace smpi::trace {

// `ranks` are sorted; `values` are theirs.
void append_rank_function(std::string& out, std::span<const std::uint32_t> ranks,
                          std::span<const Word> values, std::uint32_t rank_count);
// One that was read: what it is of each rank of the list.
class RankFunction {
 public:
  RankFunction() = default;
  // Throws Damage.
  RankFunction(ByteReader& reader, std::span<const std::uint32_t> ranks, std::uint32_t rank_count);
  // Of the rank at this place of the list.
  Word value(std::uint32_t rank, std::size_t place) const;

  enum class Law : std::uint8_t { constant, affine, exclusive, circular, grid, table, column };

 private:
  void read_table(ByteReader& reader, std::span<const std::uint32_t> ranks,
                  std::uint32_t rank_count);
  Law law_ = Law::constant;
  Word a_ = 0;
  Word b_ = 0;
  Word width_ = 1;
  Word height_ = 1;
  std::vector<Word> values_;  // of tables and columns
};

}  // namespace smpi::trace
