// SPDX-License-Identifier: BSD-3-Clause
//
// Classes of sizes grow by a factor of four.
#include "libsmpi/watch/record/message_sums.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace smpi::record {

// 0 is class 0, 1..16 class 1, and (16 * 4^(k-2), 16 * 4^(k-1)] class k.
std::size_t MessageSums::class_of(std::uint64_t size_bytes) {
  if (size_bytes == 0) return 0;
  if (size_bytes <= 16) return 1;
  const auto bits = static_cast<std::size_t>(std::bit_width(size_bytes - 1));  // 5 for 17..32
  return std::min((bits - 5) / 2 + 2, class_count - 1);
}

std::uint64_t MessageSums::bound_bytes(std::size_t size_class) {
  if (size_class == 0) return 0;
  if (size_class == class_count - 1) return std::numeric_limits<std::uint64_t>::max();
  return std::uint64_t{16} << (2 * (size_class - 1));
}

void MessageSums::add(std::uint32_t source, std::uint32_t destination, std::uint64_t size_bytes) {
  Cell& cell = cells_[static_cast<std::uint64_t>(source) << 32 | destination];
  for (Cell* sum : {&cell, &total_}) {
    sum->messages++;
    sum->bytes += size_bytes;
  }
  by_size_[class_of(size_bytes)]++;
}

std::vector<MessageSums::Pair> MessageSums::pairs() const {
  std::vector<Pair> pairs;
  for (const auto& [key, sum] : cells_) {
    pairs.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), sum});
  }
  std::ranges::sort(pairs, {}, [](const Pair& pair) {
    return static_cast<std::uint64_t>(pair.source) << 32 | pair.destination;
  });
  return pairs;
}

}  // namespace smpi::record
