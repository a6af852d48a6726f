// SPDX-License-Identifier: BSD-3-Clause
//
// How many messages each rank has sent to, or received from, each other one with each tag: where
// messages may overtake each other, they meet receives by these numbers.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <utility>

namespace smpi::packets {

class PairCounters {
 public:
  // The number so far, which counts on.
  std::uint16_t next(std::uint32_t rank, std::uint32_t peer, std::uint32_t tag) {
    return counts_[{std::uint64_t{rank} << 32 | peer, tag}]++;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint32_t>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t mixed = (key.first ^ std::uint64_t{key.second} << 17) * 0x9e3779b97f4a7c15ULL;
      return mixed ^ mixed >> 32;
    }
  };
  tsl::robin_map<Key, std::uint16_t, Hash> counts_;
};

}  // namespace smpi::packets
