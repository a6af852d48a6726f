// SPDX-License-Identifier: BSD-3-Clause
//
// Random numbers of a purpose that has a name: what is drawn for one purpose does not depend on
// what is drawn for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "libsmpi/modeled/random_stream.h"

namespace smpi::placement {

// The name is hashed by FNV-1a.
inline modeled::RandomStream named_stream(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3ULL;
  }
  return {seed, hash};
}

// At least 0 and below `count`.
inline std::size_t draw_below(modeled::RandomStream& stream, std::size_t count) {
  return static_cast<std::size_t>(
      (static_cast<unsigned __int128>(stream.next()) * static_cast<unsigned __int128>(count)) >>
      64);
}

// Fisher and Yates.
template <typename Item>
void shuffle(std::vector<Item>& items, modeled::RandomStream stream) {
  for (std::size_t left = items.size(); left > 1; left--) {
    std::swap(items[left - 1], items[draw_below(stream, left)]);
  }
}

}  // namespace smpi::placement
