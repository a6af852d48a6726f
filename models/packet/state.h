// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a network is in the same state again.
//
// A network repeats itself when its state, seen from now, is one that it was in before: the same
// packets in the same queues, the same events ahead by the same times. Then everything that follows
// is what followed then, only later. A state is told by a number of 128 bits over all of it; what a
// state consists of is named by its place in it, so the numbers that pools give do not count.
// Alternatives considered: keeping the whole state to compare it (as much memory again for each
// state kept). Two different states would have one number once in 10^38.
#pragma once

#include <cstdint>
#include <utility>

#include "models/packet/carrier.h"
#include "models/packet/picoseconds.h"

namespace smpi::models::packet {

class Fingerprint {
 public:
  void add(std::uint64_t word) {
    low_ = folded((low_ ^ word) + 0x9e3779b97f4a7c15U, 0xd6e8feb86659fd93U);
    high_ = folded((high_ + word) ^ 0xa0761d6478bd642fU, 0xe7037ed1a0b428dbU) + low_;
  }
  void add_time(Picoseconds time) { add(static_cast<std::uint64_t>(time)); }
  bool operator==(const Fingerprint&) const = default;

 private:
  static std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  std::uint64_t low_ = 1;
  std::uint64_t high_ = 2;
};

// Whoever uses the network says what its labels mean, without numbers of pools.
class LabelNames {
 public:
  virtual ~LabelNames() = default;
  virtual Labels name_of(const Labels& labels) const = 0;
  // Of an event that it has asked for (Carrier::call_at).
  virtual Labels name_of_call(std::uint32_t subject, std::uint32_t object) const = 0;
};

}  // namespace smpi::models::packet
