// SPDX-License-Identifier: BSD-3-Clause
//
// Which memory of a rank has no content of its own, so that messages need not carry it.
//
// Folded: the program asked for memory that ranks may share (SMPI_SHARED_MALLOC); its content is
// garbage until it is freed. Phantom: what a modelled kernel writes has no content until something
// with content is received into it, or it is freed. A message sends nothing from either, and writes
// nothing into folded memory; what it would have written from memory without content makes its
// target phantom. Without folding in use the message path pays one branch, in_use().
#pragma once

#include "libsmpi/memory/range_set.h"

namespace smpi::memory {

struct RankMemory {
  RangeSet folded;
  RangeSet phantom;
  // Kernels and messages without content make memory phantom. Otherwise what such a message would
  // have written stays as it is.
  bool tracks_phantom = false;

  bool in_use() const { return !folded.empty() || !phantom.empty(); }
  bool overlaps(AddressRange range) const {
    return folded.overlaps(range) || phantom.overlaps(range);
  }
  // Calls visit(part) for the parts of `range` that have content, in order.
  template <class Visit>
  void for_each_private(AddressRange range, Visit&& visit) const {
    folded.split(range, [&](AddressRange part, bool is_folded) {
      if (is_folded) return;
      phantom.split(part, [&](AddressRange piece, bool is_phantom) {
        if (!is_phantom) visit(piece);
      });
    });
  }
};

}  // namespace smpi::memory
