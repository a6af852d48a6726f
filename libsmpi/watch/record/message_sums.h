// SPDX-License-Identifier: BSD-3-Clause
//
// Messages in numbers: how many, how large, from whom to whom.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace smpi::record {

class MessageSums {
 public:
  struct Cell {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };
  struct Pair {
    std::uint32_t source;
    std::uint32_t destination;
    Cell sum;
  };
  // Sizes of 0, up to 16, up to 64, ... bytes; the last class has no bound.
  static constexpr std::size_t class_count = 24;
  static std::size_t class_of(std::uint64_t size_bytes);
  static std::uint64_t bound_bytes(std::size_t size_class);

  void add(std::uint32_t source, std::uint32_t destination, std::uint64_t size_bytes);

  Cell total() const { return total_; }
  const std::array<std::uint64_t, class_count>& by_size() const { return by_size_; }
  // All pairs with messages, by source and destination.
  std::vector<Pair> pairs() const;

 private:
  Cell total_;
  std::array<std::uint64_t, class_count> by_size_{};
  std::unordered_map<std::uint64_t, Cell> cells_;
};

}  // namespace smpi::record
