// SPDX-License-Identifier: BSD-3-Clause
//
// The orders in which a route may take its dimensions, as numbers.
//
// Order 0 is that in which the dimensions were added. The digits of a number in the factorial
// number system name the others: the first digit says which of the j dimensions comes first, the
// second which of the j - 1 left, and so on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace smpi::models {

class Orders {
 public:
  // 20! is the last factorial below 2^64; 21 dimensions of two nodes have more than 2^24 cables.
  static constexpr std::size_t dimension_max = 20;

  void add(std::size_t dimension) {
    left_[count_++] = static_cast<std::uint8_t>(dimension);
    ways_ *= count_;
  }
  // j! of j dimensions, or 2^32 - 1 when that is more.
  std::uint32_t count() const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(ways_, 0xffffffffU));
  }
  bool empty() const { return count_ == 0; }
  // Takes away the first dimension of order number `choice`, which becomes the number of the order
  // of the others.
  std::size_t take(std::uint64_t& choice) {
    ways_ /= count_;
    const auto place = static_cast<std::ptrdiff_t>(choice / ways_);
    choice %= ways_;
    const std::size_t dimension = left_[static_cast<std::size_t>(place)];
    const auto end = left_.begin() + static_cast<std::ptrdiff_t>(count_--);
    std::copy(left_.begin() + place + 1, end, left_.begin() + place);
    return dimension;
  }

 private:
  std::array<std::uint8_t, dimension_max> left_{};
  std::size_t count_ = 0;
  std::uint64_t ways_ = 1;
};

}  // namespace smpi::models
