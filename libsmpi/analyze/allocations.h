// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks allocate, by the line that asks (smpirun --analyze): how much at once, how often, and
// what is never freed. Large blocks that many ranks have are candidates for SMPI_SHARED_MALLOC.
// Cost when it is on: two hash tables, about 100 ns for a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace smpi {

struct Rank;

class Allocations {
 public:
  // `caller` is the return address of malloc or its like; a block of nullptr is ignored.
  void note(const Rank& rank, const void* caller, const void* block, std::size_t size_bytes);
  // Before it is freed; blocks from elsewhere are ignored.
  void forget(const void* block);
  std::string describe() const;

 private:
  // Addresses differ in the copies of the program, so a place belongs to one rank.
  struct Place {
    const Rank* rank = nullptr;
    std::uint64_t calls = 0;
    std::size_t live_bytes = 0;
    std::size_t peak_bytes = 0;
    std::uint64_t live_blocks = 0;
  };
  struct Block {
    const void* caller;
    std::size_t size_bytes;
  };

  std::unordered_map<const void*, Place> places_;
  std::unordered_map<const void*, Block> blocks_;
};

}  // namespace smpi
