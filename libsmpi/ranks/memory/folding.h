// SPDX-License-Identifier: BSD-3-Clause
//
// Which memory of a rank has no content of its own, so that messages need not carry it.
//
// Folded: the program asked for memory that ranks may share (SMPI_SHARED_MALLOC); its content is
// garbage until it is freed. Phantom: what a modelled kernel writes has no content until something
// with content is received into it, or it is freed. A message sends nothing from either, and writes
// nothing into folded memory; what it would have written from memory without content makes its
// target phantom. Without folding in use the message path pays one
// branch, Simulation::folds_memory.
#pragma once

#include <optional>

#include "libsmpi/ranks/memory/known_parts.h"
#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::memory {

// Tells when it has become another set.
class ChangingSet : public RangeSet {
 public:
  void add(AddressRange range) {
    if (range.begin >= range.end || contains(range)) return;
    change_count_++;
    RangeSet::add(range);
  }
  void remove(AddressRange range) {
    if (range.begin >= range.end || !overlaps(range)) return;
    change_count_++;
    RangeSet::remove(range);
  }
  std::uint64_t change_count() const { return change_count_; }

 private:
  std::uint64_t change_count_ = 0;
};

struct RankMemory {
  ChangingSet folded;
  ChangingSet phantom;
  // Kernels and messages without content make memory phantom. Otherwise what such a message would
  // have written stays as it is.
  bool tracks_phantom = false;

  bool in_use() const { return !folded.empty() || !phantom.empty(); }
  bool overlaps(AddressRange range) const {
    return folded.overlaps(range) || phantom.overlaps(range);
  }
  bool lacks(AddressRange range) const { return folded.contains(range) || phantom.contains(range); }
  // The first part of `range`, which is not empty, that has content or has none.
  struct Part {
    AddressRange range;
    bool has_content;
  };
  Part first_part(AddressRange range) const {
    const auto outer = folded.first_part(range);
    if (outer.inside) return {outer.range, false};
    const auto inner = phantom.first_part(outer.range);
    return {inner.range, !inner.inside};
  }
  // Something with content was written there; nothing with content was.
  void set_content(AddressRange range) { phantom.remove(range); }
  void set_phantom(AddressRange range) {
    if (tracks_phantom && !folded.overlaps(range)) return phantom.add(range);
    if (!tracks_phantom) return;
    folded.split(range, [&](AddressRange part, bool is_folded) {
      if (!is_folded) phantom.add(part);
    });
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
  // The same parts as a list, joined where they touch; nothing when there are many. Remembered.
  std::optional<KnownParts::Parts> private_parts(AddressRange range) {
    return known_parts.of(
        range, folded.change_count() + phantom.change_count(),
        [this](AddressRange whole, auto&& visit) { for_each_private(whole, visit); });
  }
  KnownParts known_parts;
};

}  // namespace smpi::memory
