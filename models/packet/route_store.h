// SPDX-License-Identifier: BSD-3-Clause
//
// Ways of messages, as long as a message or packet needs them.
//
// A hop is one word: 26 bits of port, 5 of channel, one for a bubble. A way is a block of words in
// one array: how many refer to it, how many hops it has, the hops. Blocks of the same size are used
// again. Nothing is looked up: an all-to-all of 4,096 hosts has 17 million pairs, and computing a
// way takes less than finding one in a table of that size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/packet/huge_vector.h"
#include "models/packet/rules.h"

namespace smpi::models::packet {

using RouteId = std::uint32_t;

class RouteStore {
 public:
  static constexpr PortId port_max = (1U << 26) - 1;
  static std::uint32_t pack(const Hop& hop) {
    return hop.port | static_cast<std::uint32_t>(hop.channel) << 26 |
           static_cast<std::uint32_t>(hop.needs_bubble) << 31;
  }
  static Hop unpack(std::uint32_t word) {
    return {word & port_max, static_cast<std::uint8_t>(word >> 26 & 31), word >> 31 != 0};
  }

  // One reference is the caller's. REQUIRES: 1 to 65535 hops.
  RouteId add(std::span<const Hop> hops);
  void refer(RouteId route) { words_[route]++; }
  void release(RouteId route) {
    if (--words_[route] == 0) recycle(route);
  }
  std::uint32_t hop_count(RouteId route) const { return words_[route + 1]; }
  // Packed; no_index after the last one.
  std::uint32_t word(RouteId route, std::uint32_t index) const {
    return index < words_[route + 1] ? words_[route + 2 + index] : no_index;
  }
  // Of a word, to fetch it.
  const std::uint32_t* place(RouteId route, std::uint32_t index) const {
    return words_.data() + route + 2 + index;
  }
  Hop hop(RouteId route, std::uint32_t index) const { return unpack(words_[route + 2 + index]); }

 private:
  void recycle(RouteId route);

  HugeVector<std::uint32_t> words_;
  std::vector<std::vector<RouteId>> free_;  // by number of hops
};

}  // namespace smpi::models::packet
