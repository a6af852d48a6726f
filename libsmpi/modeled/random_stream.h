// SPDX-License-Identifier: BSD-3-Clause
//
// Random numbers that repeat: each rank has its own stream, made from the run's seed (smpi/seed)
// and its process number, so what one rank draws does not depend on the order in which ranks run.
//
// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): eight bytes of state and one multiplication
// chain a number; quality beyond need for pivots and noise.
#pragma once

#include <cstdint>

namespace smpi::modeled {

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

}  // namespace smpi::modeled
