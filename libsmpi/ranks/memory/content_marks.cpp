// SPDX-License-Identifier: BSD-3-Clause
//
// The usual call marks what has no content already: one search for the whole extent.
#include "libsmpi/ranks/memory/content_marks.h"

namespace smpi::memory {
namespace {

AddressRange extent_of(const Pieces& pieces) {
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(pieces.count - 1) * pieces.stride_bytes;
  if (last >= 0) {
    return {pieces.begin, pieces.begin + static_cast<Address>(last) + pieces.piece_bytes};
  }
  return {pieces.begin + static_cast<Address>(last), pieces.begin + pieces.piece_bytes};
}

bool is_on_stack(AddressRange range, std::size_t stack_bytes) {
  const Address here = address_of(__builtin_frame_address(0));
  return range.begin >= here && range.begin < here + stack_bytes;
}

}  // namespace

void mark_written(RankMemory& memory, const Pieces& pieces, std::size_t stack_bytes) {
  if (!memory.tracks_phantom || pieces.count == 0 || pieces.piece_bytes == 0) return;
  const AddressRange extent = extent_of(pieces);
  if (memory.lacks(extent) || is_on_stack(extent, stack_bytes)) return;
  const bool contiguous = pieces.stride_bytes == static_cast<std::ptrdiff_t>(pieces.piece_bytes);
  if (contiguous || pieces.count == 1) return memory.set_phantom(extent);
  Address at = pieces.begin;
  for (std::size_t i = 0; i < pieces.count; i++) {
    memory.set_phantom({at, at + pieces.piece_bytes});
    at += static_cast<Address>(pieces.stride_bytes);
  }
}

}  // namespace smpi::memory
