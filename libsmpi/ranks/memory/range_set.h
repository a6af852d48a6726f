// SPDX-License-Identifier: BSD-3-Clause
//
// A set of addresses, as disjoint ranges in order: which memory of a rank has no content.
//
// Each rank has its own sets, of a few ranges, so a look-up is a binary search in one cache line or
// two. A table for the whole simulation would hold some ranges of each of thousands of ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace smpi::memory {

using Address = std::uintptr_t;

// [begin, end)
struct AddressRange {
  Address begin;
  Address end;
};

inline Address address_of(const void* pointer) {
  return reinterpret_cast<Address>(pointer);
}

class RangeSet {
 public:
  bool empty() const { return ranges_.empty(); }
  std::size_t count() const { return ranges_.size(); }

  // Adding and removing an empty range does nothing. Adding what is there costs a look-up.
  void add(AddressRange range);
  void remove(AddressRange range);

  bool overlaps(AddressRange range) const {
    const auto found = first_after(range.begin);
    return found != ranges_.end() && found->begin < range.end;
  }
  bool contains(AddressRange range) const {
    const auto found = first_after(range.begin);
    return found != ranges_.end() && found->begin <= range.begin && range.end <= found->end;
  }
  // The first part of `range` that is wholly inside or wholly outside; `range` is not empty.
  struct Part {
    AddressRange range;
    bool inside;
  };
  Part first_part(AddressRange range) const {
    const auto next = first_after(range.begin);
    if (next == ranges_.end() || next->begin >= range.end) return {range, false};
    if (next->begin > range.begin) return {{range.begin, next->begin}, false};
    return {{range.begin, std::min(next->end, range.end)}, true};
  }
  // Calls visit(part, inside) for the parts of `range` in order; `inside` alternates.
  template <class Visit>
  void split(AddressRange range, Visit&& visit) const {
    Address at = range.begin;
    for (auto next = first_after(at); at < range.end; ++next) {
      if (next == ranges_.end() || next->begin >= range.end) {
        visit(AddressRange{at, range.end}, false);
        return;
      }
      if (next->begin > at) visit(AddressRange{at, next->begin}, false);
      const Address end = std::min(next->end, range.end);
      visit(AddressRange{std::max(at, next->begin), end}, true);
      at = end;
    }
  }

 private:
  using Iterator = std::vector<AddressRange>::const_iterator;
  // The first range that ends after `address`.
  Iterator first_after(Address address) const {
    return std::upper_bound(
        ranges_.begin(), ranges_.end(), address,
        [](Address wanted, const AddressRange& range) { return wanted < range.end; });
  }

  std::vector<AddressRange> ranges_;  // in order, with gaps between them
};

}  // namespace smpi::memory
