// SPDX-License-Identifier: BSD-3-Clause
//
// Vectors of what large networks have millions of: lines of the cache at their borders, huge pages.
//
// Random traffic on 32,768 nodes touches some eight lines of the cache for each packet and link,
// in 60 MB. With pages of 4 KiB each of these also misses the processor's table of pages, which in
// a virtual machine costs as much again as the line. The system is asked for pages of 2 MiB
// (transparent huge pages; where it has none, nothing changes).
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace smpi::models::packet {

template <class Item>
class HugePages {
 public:
  using value_type = Item;

  HugePages() = default;
  template <class Other>
  HugePages(const HugePages<Other>&) {}

  Item* allocate(std::size_t count) {
    const std::size_t size_bytes = count * sizeof(Item);
    const std::size_t unit_bytes = size_bytes < least_bytes ? line_bytes : page_bytes;
    const std::size_t whole_bytes = (size_bytes + unit_bytes - 1) / unit_bytes * unit_bytes;
    void* const memory = std::aligned_alloc(unit_bytes, whole_bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (unit_bytes == page_bytes) madvise(memory, whole_bytes, MADV_HUGEPAGE);
    return static_cast<Item*>(memory);
  }
  void deallocate(Item* items, std::size_t) { std::free(items); }
  bool operator==(const HugePages&) const { return true; }

 private:
  static constexpr std::size_t line_bytes = 64;
  static constexpr std::size_t page_bytes = std::size_t{2} << 20;
  static constexpr std::size_t least_bytes = 2 * page_bytes;
  static_assert(alignof(Item) <= line_bytes);
};

template <class Item>
using HugeVector = std::vector<Item, HugePages<Item>>;

}  // namespace smpi::models::packet
