// SPDX-License-Identifier: BSD-3-Clause
//
// Maps of handles and numbers that each recorded call looks into: open addressing, nothing per
// entry on the heap, nothing at all while empty.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>

namespace smpi::trace {

// Handles are often addresses, whose low bits are all the same.
struct KeyHash {
  template <class Key>
  std::size_t operator()(Key key) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15ULL >> 32);
  }
};

template <class Key, class Value>
using KeyMap = tsl::robin_map<Key, Value, KeyHash>;

}  // namespace smpi::trace
