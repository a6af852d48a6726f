// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks allocate, by the line that asks (smpirun --analyze): how much at once, how often, and
// what is never freed. Large blocks that many ranks have are candidates for SMPI_SHARED_MALLOC.
// Blocks are in the order of their addresses, so that the one around an address is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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
  // The bytes from an address to the end of the block around it; nullopt: in none that is known.
  std::optional<std::size_t> left_in_block(const void* address) const;
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
  std::map<const std::byte*, Block> blocks_;
};

}  // namespace smpi
