// SPDX-License-Identifier: BSD-3-Clause
//
// Stacks of contexts: slices of one reserved region, each with a guard at its low end.
//
// A mapping a stack would use two of vm.max_map_count's 65,530 mappings per rank (stack and guard).
// Alternatives considered: guards by mprotect split the region, so each costs two mappings all the
// same; so guards are made only while they fit a budget of mappings, and beyond it stacks get a
// canary that is checked when the stack is returned. Pages are touched lazily and given back when a
// stack that grew large is used again.
#pragma once

#include <cstddef>
#include <vector>

namespace smpi::kernel {

class StackPool {
 public:
  // Reserves room as it is needed, `size_bytes` (rounded up to pages) for each stack.
  explicit StackPool(std::size_t size_bytes);
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  // The lowest usable address of a stack of size_bytes() bytes.
  std::byte* acquire();
  void release(std::byte* stack);
  // Stacks reserved from now on may hold code: compilers put trampolines of nested functions there.
  void make_executable() { executable_ = true; }
  std::size_t size_bytes() const { return size_bytes_; }
  // True when `address` lies in the guard of one of our stacks: a stack overflow.
  bool is_guard(const void* address) const;

 private:
  struct Region {
    std::byte* base;
    std::size_t bytes;
    bool is_guarded;

    bool holds(const std::byte* address) const { return address >= base && address < base + bytes; }
  };
  void grow();
  bool has_canary(const std::byte* stack) const;

  std::size_t size_bytes_;
  std::size_t slot_bytes_;
  std::size_t mapped_guards_ = 0;  // stacks whose guard is a mapping
  bool executable_ = false;
  std::vector<Region> regions_;
  std::vector<std::byte*> fresh_;
  std::vector<std::byte*> released_;  // used first: their tops are in memory
};

}  // namespace smpi::kernel
