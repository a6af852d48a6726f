// SPDX-License-Identifier: BSD-3-Clause
//
// Code that calls of replaced or observed functions go to, one small piece for each.
#pragma once

#include <cstddef>
#include <vector>

namespace smpi::modeled {

class Stubs {
 public:
  Stubs() = default;
  ~Stubs();
  Stubs(const Stubs&) = delete;
  Stubs& operator=(const Stubs&) = delete;

  // Makes `count` stubs; the k-th pushes k and jumps to `entry` (entry.S).
  void make(std::size_t count, const void* entry);
  const void* address(std::size_t number) const;

 private:
  std::byte* code_ = nullptr;
  std::size_t size_bytes_ = 0;
};

// A function that does nothing and returns zero, for what costs and writes nothing.
const void* empty_function();

}  // namespace smpi::modeled
