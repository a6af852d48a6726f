// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that ranks share because its content does not matter (docs/memory.md).
//
// A wholly shared block is free to be anywhere, so all ranks get the same addresses: the k-th block
// of a size that a rank has alive is the k-th block of that size, for every rank. Thousands of
// ranks of 20 GB each take 20 GB of addresses and one set of mappings. A block is mapped from a
// file that is much smaller than the block, over and over, at most `folds_max` times: this bounds
// the memory that a program which does write it can use, at the price of so many mappings in all.
//
// A block with private parts has addresses of its own. Each of its shared zones is one mapping of a
// sparse file, from its start: one mapping a zone, however large. What a program writes there
// stays until trim().
//
// smpi/shared-malloc: `global` is the above. `local`: blocks of one size asked for at one line of
// the program share their content, and with nothing else. `none`: malloc.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/memory/shared_file.h"
#include "libsmpi/ranks/memory/zoned_blocks.h"

namespace smpi {
struct Rank;
}

namespace smpi::memory {

std::span<const kernel::OptionSpec> options();

enum class Sharing : std::uint8_t { none, local, global };

// Where the program asked.
struct CallSite {
  std::string_view file;
  int line;
};

class SharedMemory {
 public:
  explicit SharedMemory(const kernel::Options& options);

  Sharing sharing() const { return sharing_; }
  // What the user should know of the huge pages that he asked for; may be empty.
  std::string warning() const { return why_no_huge_pages(huge_pages_); }
  // From this size on, what ranks get from malloc is folded; 0: never.
  std::size_t automatic_bytes() const { return automatic_bytes_; }

  // A shared block of at least `size_bytes` for `rank`. nullptr, with errno, when the system has no
  // addresses or mappings left. REQUIRES: sharing() is not none.
  void* allocate(Rank& rank, std::size_t size_bytes, CallSite site);
  // A block of which only the zones (offsets in bytes, in order) are shared.
  void* allocate_partial(Rank& rank, std::size_t size_bytes, std::span<const AddressRange> zones);
  // Frees a block of `rank`. False when it has none at that address.
  bool free(Rank& rank, void* block);
  // Size of a block of `rank`, as it was asked for.
  std::optional<std::size_t> size_of(const Rank& rank, const void* block) const;

  // The block of `rank` that an address lies in, with the parts of it that are private, as offsets.
  struct BlockAt {
    Address begin;
    std::vector<AddressRange> private_parts;
  };
  std::optional<BlockAt> block_at(const Rank& rank, const void* address) const;

  // Called now and then by who moves messages of folded memory.
  void trim();

 private:
  using ShapeKey = std::tuple<std::size_t, std::string, int>;  // size; file and line if local
  // Blocks of one size, in the order they were made.
  struct Shape {
    std::vector<Address> blocks;
    std::unique_ptr<SharedFile> file;  // of one call site, if local
  };
  // What one rank has of a shape.
  struct Usage {
    std::vector<std::uint32_t> freed;  // indexes below `next` that it does not use any more
    std::uint32_t next = 0;
  };
  struct Allocation {
    std::size_t size_bytes;  // as asked for
    std::size_t mapped_bytes;
    std::uint32_t index;    // of Shape::blocks
    const ShapeKey* shape;  // nullptr: partial, owned by the rank alone
  };
  struct RankBlocks {
    std::map<Address, Allocation> allocations;
    std::map<const ShapeKey*, Usage> usage;
  };

  std::size_t rounded(std::size_t size_bytes) const;
  Address map_block(Shape& shape, std::size_t size_bytes);
  bool map_folds(AddressRange block);
  RankBlocks& blocks_of(const Rank& rank);

  Sharing sharing_ = Sharing::global;
  std::size_t automatic_bytes_ = 0;
  std::size_t block_bytes_ = 0;
  std::string huge_pages_;
  std::unique_ptr<SharedFile> folds_;   // what wholly shared blocks are mapped from
  std::unique_ptr<ZonedBlocks> zones_;  // blocks with private parts
  std::map<ShapeKey, Shape> shapes_;
  std::vector<RankBlocks> ranks_;  // by process
};

}  // namespace smpi::memory
