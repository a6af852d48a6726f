// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks of which only some zones are shared, kept when they are freed and used again.
//
// Programs that were instrumented by hand get such a block for each panel and free it, in every
// rank. Mapping it anew costs three system calls and a fault for each page that is touched: half of
// the time of SimGrid's HPL. So a rank's freed blocks are kept, and the smallest that is large
// enough, up to twice the size asked for, is taken again. The new zones end elsewhere, as panels
// shrink: what changes its kind is mapped over, the rest stays. Blocks are laid at the start or at
// the end of the kept one, whichever has fewer changes.
//
// Kept blocks hold mappings, of which a process has 65,530: they are bounded for a rank and in all,
// and dropped when the system refuses one. Beyond the bound as many blocks exist as were once in
// use together, so thousands of ranks that free and allocate in turn map nothing either. Private
// pages that were touched are given back after so many uses: earlier where panels of other sizes
// touched others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/memory/range_set.h"
#include "libsmpi/ranks/memory/shared_file.h"

namespace smpi::memory {

class ZonedBlocks {
 public:
  // As for SharedFile, of which all zones are mapped.
  explicit ZonedBlocks(const std::string& huge_pages) : file_(huge_pages) {}
  ~ZonedBlocks();
  ZonedBlocks(const ZonedBlocks&) = delete;
  ZonedBlocks& operator=(const ZonedBlocks&) = delete;

  std::size_t page_bytes() const { return file_.page_bytes(); }
  // A block for rank number `owner`; 0, with errno, when the system has no addresses or mappings
  // left. Its size and the zones, offsets in order, are multiples of page_bytes().
  Address allocate(std::size_t owner, std::size_t size_bytes, std::span<const AddressRange> zones);
  // REQUIRES: `begin` is a block of the owner.
  void free(std::size_t owner, Address begin);
  // The shared parts of a block that is in use, in order. REQUIRES: `begin` is one.
  std::span<const AddressRange> zones_of(Address begin) const { return used_.at(begin).zones; }
  // Gives back the pages of the zones if there are more than `limit_bytes`.
  void trim(std::size_t limit_bytes) { file_.trim(limit_bytes); }
  // Blocks that are kept for all ranks.
  std::size_t kept_count() const { return kept_count_; }

 private:
  static constexpr unsigned uses_between_trims = 16;
  static constexpr unsigned uses_of_a_layout =
      4;  // for which one counts that has another size or place
  static constexpr std::size_t kept_max_of_rank = 4;
  static constexpr std::size_t kept_max = 4096;
  struct Block {
    AddressRange range{0, 0};
    AddressRange laid{0, 0};          // the part that was asked for last
    std::vector<AddressRange> zones;  // addresses, in order
    unsigned use_count = 0;           // since the last trim
  };
  struct Fit {
    Address begin;
    std::vector<AddressRange> to_share;
    std::vector<AddressRange> to_make_private;
    std::size_t change_count() const { return to_share.size() + to_make_private.size(); }
  };

  static Fit fit(const Block& block, Address begin, std::size_t size_bytes,
                 std::span<const AddressRange> zones);
  Address take_kept(std::size_t owner, std::size_t size_bytes, std::span<const AddressRange> zones);
  Address make(std::size_t size_bytes, std::span<const AddressRange> zones);
  bool apply(const Fit& changes);
  void drop_kept();

  SharedFile file_;
  std::unordered_map<Address, Block> used_;  // looked up, never iterated
  std::vector<std::vector<Block>> kept_;     // by owner
  std::size_t kept_count_ = 0;
  std::size_t used_max_ = 0;  // the most that were in use at once
};

}  // namespace smpi::memory
