// SPDX-License-Identifier: BSD-3-Clause
//
// Which of many ranges of addresses overlap a given one? Ranges may overlap each other, as those of
// sends do.
//
// Ranges are kept in classes of equal power of two of their size, each sorted by where they begin:
// in a class only ranges that begin less than its largest size before the question can reach it. A
// question costs a binary search in each class in use, besides what it finds. Alternatives
// considered: a balanced tree that knows the largest end below each node: one search, but rotations
// to keep right in a structure that only a few thousand entries ever see.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <tuple>

#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::analysis {

class IntervalIndex {
 public:
  // REQUIRES: `range` is not empty.
  void add(memory::AddressRange range, std::uint64_t id) {
    classes_[class_of(range)].emplace(range.begin, id, range.end);
  }
  void remove(memory::AddressRange range, std::uint64_t id) {
    classes_[class_of(range)].erase({range.begin, id, range.end});
  }
  // Calls visit(id) for each range that shares an address with `range`. It must not add or remove.
  template <class Visit>
  void for_each_overlap(memory::AddressRange range, Visit&& visit) const {
    for (std::size_t i = 0; i < classes_.size(); i++) {
      if (classes_[i].empty()) continue;
      const memory::Address reach = i + 1 < classes_.size() ? memory::Address{2} << i : range.begin;
      const memory::Address first = range.begin > reach ? range.begin - reach : 0;
      auto at = classes_[i].lower_bound({first, 0, 0});
      for (; at != classes_[i].end() && std::get<0>(*at) < range.end; ++at) {
        if (std::get<2>(*at) > range.begin) visit(std::get<1>(*at));
      }
    }
  }

 private:
  static std::size_t class_of(memory::AddressRange range) {
    return static_cast<std::size_t>(std::bit_width(range.end - range.begin)) - 1;
  }

  // (begin, id, end), by the logarithm of the size.
  std::array<std::set<std::tuple<memory::Address, std::uint64_t, memory::Address>>, 64> classes_;
};

}  // namespace smpi::analysis
