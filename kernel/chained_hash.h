// SPDX-License-Identifier: BSD-3-Clause
//
// A number that is the same for the same keys and looks random otherwise: choices that repeat, cost
// nothing to remember and do not depend on the order in which they are asked for (MODELS 11.1).
// Streams of numbers are in random_stream.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace smpi::kernel {

// The output function of SplitMix64 (Steele, Lea and Flood 2014) over all keys, one after the
// other.
constexpr std::uint64_t chained_hash(std::span<const std::uint64_t> keys) {
  std::uint64_t hash = 0;
  for (const std::uint64_t key : keys) {
    hash = (hash ^ key) + 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
    hash ^= hash >> 31;
  }
  return hash;
}
constexpr std::uint64_t chained_hash(std::initializer_list<std::uint64_t> keys) {
  return chained_hash(std::span(keys.begin(), keys.size()));
}

}  // namespace smpi::kernel
