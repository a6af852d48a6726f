// SPDX-License-Identifier: BSD-3-Clause
//
// Hashes that find candidates; what they find is compared. So they decide nothing but speed, and
// must only be the same in each run.
#pragma once

#include <cstdint>
#include <string_view>

namespace smpi::trace {

inline std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93ULL;
  value = (value ^ (value >> 29)) * 0xa0761d6478bd642fULL;
  return value ^ (value >> 32);
}
inline std::uint64_t combined(std::uint64_t hash, std::uint64_t value) {
  return mixed(hash * 0x9e3779b97f4a7c15ULL + value);
}
inline std::uint64_t hash_of_bytes(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return mixed(hash);
}

}  // namespace smpi::trace
