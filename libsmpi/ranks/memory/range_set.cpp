// SPDX-License-Identifier: BSD-3-Clause
//
// Changing a set of ranges: neighbours are joined, so that a matrix written column by column ends
// as one range.
#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::memory {

void RangeSet::add(AddressRange range) {
  if (range.begin >= range.end || contains(range)) return;
  // From the first range that ends at our begin or later, to the first that begins after our end.
  const auto first =
      std::lower_bound(ranges_.begin(), ranges_.end(), range.begin,
                       [](const AddressRange& known, Address begin) { return known.end < begin; });
  auto last = first;
  while (last != ranges_.end() && last->begin <= range.end) {
    range.begin = std::min(range.begin, last->begin);
    range.end = std::max(range.end, last->end);
    ++last;
  }
  if (first == last) {
    ranges_.insert(first, range);
    return;
  }
  *first = range;
  ranges_.erase(first + 1, last);
}

void RangeSet::remove(AddressRange range) {
  if (range.begin >= range.end || !overlaps(range)) return;
  auto first = ranges_.begin() + (first_after(range.begin) - ranges_.cbegin());
  if (first->begin < range.begin) {
    const Address end = first->end;
    first->end = range.begin;
    ++first;
    if (end > range.end) {
      ranges_.insert(first, {range.end, end});
      return;
    }
  }
  auto last = first;
  while (last != ranges_.end() && last->end <= range.end) ++last;
  if (last != ranges_.end() && last->begin < range.end) last->begin = range.end;
  ranges_.erase(first, last);
}

}  // namespace smpi::memory
