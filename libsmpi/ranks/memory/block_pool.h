// SPDX-License-Identifier: BSD-3-Clause
//
// Large blocks that are allocated and freed over and over and hardly touched: each panel of HPL has
// two or three of hundreds of megabytes in every rank, of which a few pages are ever written.
//
// Making and dropping their mappings costs the system 10 us and more each time, with thousands of
// mappings around. Here freed mappings are kept, and the smallest that is large enough is taken
// again, up to twice the size asked for: addresses cost nothing. A block lies at the end of its
// mapping. What a program writes into a block whose size shrinks from use to use is often at a
// fixed distance from its end, as HPL's pivots behind a panel are: then the pages of the last use
// serve again, where a block at the begin of its mapping would touch new ones each time. Pages that
// were touched are given back at every `uses_between_trims`-th use, so what a mapping keeps is
// bounded by what so many uses touch.
//
// The blocks belong to no heap: only who knows that a block is of the pool may free it here.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::memory {

class BlockPool {
 public:
  // A block of at least `size_bytes`, aligned to a cache line; its content is undefined. nullptr,
  // with errno, when the system has no addresses or mappings left.
  void* allocate(std::size_t size_bytes);
  // Takes a block back. False when it is none of the pool's.
  bool free(void* block);
  // Usable size of a block in use.
  std::optional<std::size_t> size_of(const void* block) const;

 private:
  static constexpr unsigned uses_between_trims = 32;
  struct Mapping {
    Address begin;
    std::size_t size_bytes;
    unsigned use_count;  // since the last trim
  };
  // One that is free, or a new one of exactly this size. Its size is 0 when there is none.
  Mapping take(std::size_t size_bytes);

  std::unordered_map<Address, Mapping> used_;  // by block; looked up, never iterated
  // By size, of which there are few; the last one freed is taken first, as its pages are in the
  // caches.
  std::map<std::size_t, std::vector<Mapping>> free_;
};

}  // namespace smpi::memory
