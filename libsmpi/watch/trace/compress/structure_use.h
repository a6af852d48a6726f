// SPDX-License-Identifier: BSD-3-Clause
//
// Which shapes and bodies a structure is made of, in the order in which slots stand in a file:
// shapes as a walk meets them first, bodies after those within them.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "libsmpi/watch/trace/compress/sequence.h"

namespace smpi::trace {

struct StructureUse {
  std::vector<std::uint32_t> shapes;
  std::vector<std::uint32_t> bodies;
};

// Bodies: what [number] gives the items of.
template <class Table>
class StructureWalk {
 public:
  StructureWalk(const Table& bodies, StructureUse& use) : bodies_(bodies), use_(use) {}
  void walk(std::span<const ItemCode> items) {
    for (const ItemCode item : items) {
      if (!is_loop(item)) {
        if (shapes_.insert(item / 2).second) use_.shapes.push_back(item / 2);
      } else if (seen_.insert(item / 2).second) {
        walk(bodies_[item / 2]);
        use_.bodies.push_back(item / 2);
      }
    }
  }

 private:
  const Table& bodies_;
  StructureUse& use_;
  std::unordered_set<std::uint32_t> shapes_;
  std::unordered_set<std::uint32_t> seen_;
};

template <class Table>
StructureUse use_of_structure(std::span<const ItemCode> items, const Table& bodies) {
  StructureUse use;
  StructureWalk<Table>(bodies, use).walk(items);
  return use;
}

}  // namespace smpi::trace
