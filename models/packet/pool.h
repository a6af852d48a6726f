// SPDX-License-Identifier: BSD-3-Clause
//
// Things that come and go in millions, named by 32-bit numbers. The one that was given back last is
// taken next, as it is still in the cache. Nothing is allocated once the pool has its size.
#pragma once

#include <cstdint>

#include "kernel/quick_vector.h"
#include "models/packet/huge_vector.h"

namespace smpi::models::packet {

template <class Item>
class Pool {
 public:
  // Its content is what it was when it was given back. References end here.
  std::uint32_t take() {
    if (free_.empty()) {
      items_.emplace_back();
      return static_cast<std::uint32_t>(items_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    return id;
  }
  void give(std::uint32_t id) { free_.push_back(id); }
  Item& operator[](std::uint32_t id) { return items_[id]; }
  const Item& operator[](std::uint32_t id) const { return items_[id]; }
  std::size_t in_use() const { return items_.size() - free_.size(); }
  // The most that were in use at once.
  std::size_t most() const { return items_.size(); }

 private:
  HugeVector<Item> items_;
  kernel::QuickVector<std::uint32_t> free_;
};

}  // namespace smpi::models::packet
