// SPDX-License-Identifier: BSD-3-Clause
//
// Time in whole picoseconds, in which everything that packets do is counted.
//
// Sums of integers do not depend on the order of their terms, so a run on several threads gives the
// bytes of one on a single thread. 63 bits reach 106 days; a double resolves 1.8 ps at 1e4 s.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace smpi::models::packet {

using Picoseconds = std::int64_t;
inline constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

inline Picoseconds to_picoseconds(double time_s) {
  return std::llround(time_s * 1e12);
}
// Correctly rounded, so that to_picoseconds() finds the number again below 9,007 s.
inline double to_seconds(Picoseconds time) {
  return static_cast<double>(time) / 1e12;
}

// What a byte takes on a link, in 2^-16 ps: 1 GB/s is 65,536,000.
using ByteTime = std::int64_t;

inline ByteTime byte_time_of(double bandwidth_bytes_per_s) {
  return std::llround(65536e12 / bandwidth_bytes_per_s);
}
// How long `bytes` take to cross the end of a link.
inline Picoseconds serialisation(std::int64_t bytes, ByteTime byte_time) {
  return (bytes * byte_time + (1 << 15)) >> 16;
}
// The same of as many bytes as a message may have.
inline Picoseconds long_serialisation(std::uint64_t bytes, ByteTime byte_time) {
  return static_cast<Picoseconds>((static_cast<__int128>(bytes) * byte_time + (1 << 15)) >> 16);
}

}  // namespace smpi::models::packet
