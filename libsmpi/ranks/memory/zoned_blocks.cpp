// SPDX-License-Identifier: BSD-3-Clause
//
// Mapping zoned blocks, and laying new ones over old ones.
#include "libsmpi/ranks/memory/zoned_blocks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace smpi::memory {
namespace {

constexpr int protection = PROT_READ | PROT_WRITE;
constexpr int private_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::size_t size_of(AddressRange range) {
  return range.end - range.begin;
}

void unmap(AddressRange range) {
  munmap(reinterpret_cast<void*>(range.begin), size_of(range));
}

RangeSet set_of(std::span<const AddressRange> ranges) {
  RangeSet set;
  for (const AddressRange range : ranges) set.add(range);
  return set;
}

// Appends what of `ranges` is not in `others`.
void append_missing(std::span<const AddressRange> ranges, std::span<const AddressRange> others,
                    std::vector<AddressRange>& missing) {
  const RangeSet set = set_of(others);
  for (const AddressRange range : ranges) {
    set.split(range, [&](AddressRange part, bool is_inside) {
      if (!is_inside) missing.push_back(part);
    });
  }
}

}  // namespace

// Blocks in use stay: they are the program's.
ZonedBlocks::~ZonedBlocks() {
  drop_kept();
}

Address ZonedBlocks::allocate(std::size_t owner, std::size_t size_bytes,
                              std::span<const AddressRange> zones) {
  if (kept_.size() <= owner) kept_.resize(owner + 1);
  if (const Address kept = take_kept(owner, size_bytes, zones)) return kept;
  if (const Address made = make(size_bytes, zones)) return made;
  if (kept_count_ == 0) return 0;
  drop_kept();
  return make(size_bytes, zones);
}

void ZonedBlocks::free(std::size_t owner, Address begin) {
  const auto found = used_.find(begin);
  Block block = std::move(found->second);
  used_max_ = std::max(used_max_, used_.size());
  used_.erase(found);
  if (kept_count_ >= kept_max && used_.size() + kept_count_ >= used_max_) {
    return unmap(block.range);
  }
  std::vector<Block>& mine = kept_[owner];
  if (mine.size() == kept_max_of_rank) {
    unmap(mine.front().range);
    mine.erase(mine.begin());
    kept_count_--;
  }
  if (++block.use_count >= uses_between_trims) {
    madvise(reinterpret_cast<void*>(block.range.begin), size_of(block.range), MADV_DONTNEED);
    block.use_count = 0;
  }
  mine.push_back(std::move(block));
  kept_count_++;
}

// What must change for a block at `begin`.
ZonedBlocks::Fit ZonedBlocks::fit(const Block& block, Address begin, std::size_t size_bytes,
                                  std::span<const AddressRange> zones) {
  Fit result{.begin = begin, .to_share = {}, .to_make_private = {}};
  std::vector<AddressRange> wanted;
  for (const AddressRange zone : zones) wanted.push_back({begin + zone.begin, begin + zone.end});
  append_missing(wanted, block.zones, result.to_share);
  // What lies outside of the new block may stay as it is.
  std::vector<AddressRange> inside;
  for (const AddressRange zone : block.zones) {
    const AddressRange part{std::max(zone.begin, begin), std::min(zone.end, begin + size_bytes)};
    if (part.begin < part.end) inside.push_back(part);
  }
  append_missing(inside, wanted, result.to_make_private);
  return result;
}

bool ZonedBlocks::apply(const Fit& changes) {
  for (const AddressRange range : changes.to_make_private) {
    if (mmap(reinterpret_cast<void*>(range.begin), size_of(range), protection,
             private_flags | MAP_FIXED, -1, 0) == MAP_FAILED) {
      return false;
    }
  }
  for (const AddressRange range : changes.to_share) {
    if (!file_.map_over(range)) return false;
  }
  return true;
}

// A block of those that are kept for the owner, or 0.
Address ZonedBlocks::take_kept(std::size_t owner, std::size_t size_bytes,
                               std::span<const AddressRange> zones) {
  std::vector<Block>& mine = kept_[owner];
  auto best = mine.end();
  for (auto block = mine.begin(); block != mine.end(); ++block) {
    const std::size_t kept_bytes = size_of(block->range);
    if (kept_bytes < size_bytes || kept_bytes / 2 > size_bytes) continue;
    if (best == mine.end() || kept_bytes < size_of(best->range)) best = block;
  }
  if (best == mine.end()) return 0;
  Block block = std::move(*best);
  mine.erase(best);
  kept_count_--;
  Fit chosen = fit(block, block.range.begin, size_bytes, zones);
  Fit at_end = fit(block, block.range.end - size_bytes, size_bytes, zones);
  if (at_end.change_count() < chosen.change_count()) chosen = std::move(at_end);
  if (!apply(chosen)) {
    unmap(block.range);
    return 0;
  }
  RangeSet shared = set_of(block.zones);
  for (const AddressRange range : chosen.to_make_private) shared.remove(range);
  for (const AddressRange range : chosen.to_share) shared.add(range);
  std::vector<AddressRange> now;
  shared.split(block.range, [&](AddressRange part, bool is_inside) {
    if (is_inside) now.push_back(part);
  });
  block.zones = std::move(now);
  // What was touched in the parts that another layout has elsewhere is of no use to the program.
  if (chosen.begin != block.laid.begin || chosen.begin + size_bytes != block.laid.end) {
    block.use_count += uses_of_a_layout - 1;
  }
  block.laid = {chosen.begin, chosen.begin + size_bytes};
  used_[chosen.begin] = std::move(block);
  return chosen.begin;
}

// A new block, or 0.
Address ZonedBlocks::make(std::size_t size_bytes, std::span<const AddressRange> zones) {
  const std::size_t alignment_bytes = page_bytes();
  const auto system_page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t slack_bytes = alignment_bytes > system_page_bytes ? alignment_bytes : 0;
  void* address = mmap(nullptr, size_bytes + slack_bytes, protection, private_flags, -1, 0);
  if (address == MAP_FAILED) return 0;
  const AddressRange whole{address_of(address), address_of(address) + size_bytes + slack_bytes};
  const Address begin = (whole.begin + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
  const AddressRange range{begin, begin + size_bytes};
  if (range.begin > whole.begin) unmap({whole.begin, range.begin});
  if (whole.end > range.end) unmap({range.end, whole.end});
  Block block{.range = range, .laid = range, .zones = {}};
  for (const AddressRange zone : zones)
    block.zones.push_back({begin + zone.begin, begin + zone.end});
  for (const AddressRange zone : block.zones) {
    if (file_.map_over(zone)) continue;
    const int error = errno;
    unmap(range);
    errno = error;
    return 0;
  }
  used_[begin] = std::move(block);
  return begin;
}

void ZonedBlocks::drop_kept() {
  for (std::vector<Block>& blocks : kept_) {
    for (const Block& block : blocks) unmap(block.range);
    blocks.clear();
  }
  kept_count_ = 0;
}

}  // namespace smpi::memory
