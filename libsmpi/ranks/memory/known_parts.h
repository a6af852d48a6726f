// SPDX-License-Identifier: BSD-3-Clause
//
// Which parts of a buffer have content, remembered while the sets stay as they are.
//
// A program sends and receives from the same few buffers, thousands of times between two changes of
// what has content: HPL's search for a pivot exchanges the same 16 KB of which 32 bytes have
// content. Working that out anew takes two searches a message and side. A buffer with more parts
// than fit is not remembered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::memory {

class KnownParts {
 public:
  using Parts = std::span<const AddressRange>;

  // The parts of `range` that have content, in order, not adjacent; valid until the next call.
  // `version` is another number after each change. Calls split(range, visit) when it has to, which
  // calls visit(part) for them. Nothing when there are too many.
  template <class Split>
  std::optional<Parts> of(AddressRange range, std::uint64_t version, Split&& split) {
    Entry& entry = entries_[slot_of(range)];
    if (entry.range.begin != range.begin || entry.range.end != range.end ||
        entry.version != version) [[unlikely]] {
      entry = {.range = range, .version = version};
      split(range, [&](AddressRange part) { entry.add(part); });
    }
    if (entry.count > parts_max) return std::nullopt;
    return Parts(entry.parts.data(), entry.count);
  }

 private:
  static constexpr std::size_t parts_max = 2;
  struct Entry {
    AddressRange range{1, 0};  // of no buffer
    std::uint64_t version = 0;
    std::size_t count = 0;  // parts_max + 1: more
    std::array<AddressRange, parts_max> parts{};

    void add(AddressRange part) {
      if (count > 0 && count <= parts_max && parts[count - 1].end == part.begin) {
        parts[count - 1].end = part.end;
        return;
      }
      if (count < parts_max) parts[count] = part;
      if (count <= parts_max) count++;
    }
  };
  static std::size_t slot_of(AddressRange range) {
    const std::uint64_t mixed = range.begin + (range.end - range.begin) * 64;
    return static_cast<std::size_t>((mixed * 0x9e3779b97f4a7c15ULL) >> 62);
  }

  std::array<Entry, 4> entries_;
};

}  // namespace smpi::memory
