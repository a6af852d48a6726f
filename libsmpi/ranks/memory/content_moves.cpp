// SPDX-License-Identifier: BSD-3-Clause
//
// Each step handles the longest piece that is of one kind on the sides that are read. The sets
// change while we go, so each piece is looked up afresh.
#include "libsmpi/ranks/memory/content_moves.h"

#include <algorithm>
#include <cstring>

namespace smpi::memory {
namespace {

AddressRange same_size(Address begin, AddressRange range) {
  return {begin, begin + (range.end - range.begin)};
}

// Writes content to what is private of `to`.
void put(RankMemory& memory, AddressRange from, Address to) {
  const AddressRange target = same_size(to, from);
  if (!memory.overlaps(target)) {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from.begin),
                from.end - from.begin);
    return;
  }
  memory.set_content(target);
  memory.folded.split(target, [&](AddressRange part, bool folded) {
    if (folded) return;
    std::memcpy(reinterpret_cast<void*>(part.begin),
                reinterpret_cast<void*>(from.begin + (part.begin - to)), part.end - part.begin);
  });
}

}  // namespace

void copy_content(RankMemory& memory, AddressRange from, Address to) {
  while (from.begin < from.end) {
    const RankMemory::Part part = memory.first_part(from);
    if (part.has_content) {
      put(memory, part.range, to);
    } else {
      memory.set_phantom(same_size(to, part.range));
    }
    to += part.range.end - part.range.begin;
    from.begin = part.range.end;
  }
}

void swap_content(RankMemory& memory, AddressRange a, Address b) {
  while (a.begin < a.end) {
    const RankMemory::Part part_a = memory.first_part(a);
    const RankMemory::Part part_b = memory.first_part(same_size(b, part_a.range));
    const AddressRange piece_b = part_b.range;
    const AddressRange piece_a = same_size(a.begin, piece_b);
    if (part_a.has_content && part_b.has_content) {
      std::swap_ranges(reinterpret_cast<std::byte*>(piece_a.begin),
                       reinterpret_cast<std::byte*>(piece_a.end),
                       reinterpret_cast<std::byte*>(piece_b.begin));
    } else if (part_a.has_content) {
      put(memory, piece_a, piece_b.begin);
      memory.set_phantom(piece_a);
    } else if (part_b.has_content) {
      put(memory, piece_b, piece_a.begin);
      memory.set_phantom(piece_b);
    }
    a.begin = piece_a.end;
    b = piece_b.end;
  }
}

}  // namespace smpi::memory
