// SPDX-License-Identifier: BSD-3-Clause
//
// Random numbers that repeat. A stream is made from a seed and a number or a name: what is drawn
// from one does not depend on what is drawn from another, nor on the order in which ranks run.
//
// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): eight bytes of state and one multiplication
// chain a number; quality beyond need for pivots and noise.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

namespace smpi::kernel {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream)
      : state_(mixed(seed ^ mixed(stream + increment))) {}

  std::uint64_t next() { return mixed(state_ += increment); }
  // At least 0 and below 1.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15ULL;
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// The stream of a purpose that has a name, which is hashed by FNV-1a.
inline RandomStream named_stream(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3ULL;
  }
  return {seed, hash};
}

// At least 0 and below `count`.
inline std::size_t draw_below(RandomStream& stream, std::size_t count) {
  return static_cast<std::size_t>(
      (static_cast<unsigned __int128>(stream.next()) * static_cast<unsigned __int128>(count)) >>
      64);
}

// Exponential, mean 1.
inline double draw_exponential(RandomStream& stream) {
  return -std::log1p(-stream.uniform());
}

// Standard normal, by Box and Muller; two numbers of the stream.
inline double draw_normal(RandomStream& stream) {
  const double radius = std::sqrt(-2 * std::log1p(-stream.uniform()));
  return radius * std::cos(2 * std::numbers::pi * stream.uniform());
}

// Fisher and Yates.
template <typename Item>
void shuffle(std::vector<Item>& items, RandomStream stream) {
  for (std::size_t left = items.size(); left > 1; left--) {
    std::swap(items[left - 1], items[draw_below(stream, left)]);
  }
}

}  // namespace smpi::kernel
