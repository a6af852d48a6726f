// SPDX-License-Identifier: BSD-3-Clause
//
// Reserving, mapping and reusing shared blocks.
#include "libsmpi/ranks/memory/shared_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::memory {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"smpi/shared-malloc", text, "global",
     "SMPI_SHARED_MALLOC: none, local (one block a line of the program) or global"},
    {"smpi/shared-malloc-blocksize", number, "1048576",
     "bytes of real memory that shared blocks are folded onto (more for large blocks)"},
    {"smpi/shared-malloc-hugepage", text, "",
     "huge pages for shared memory: a hugetlbfs folder, or auto for transparent ones"},
    {"smpi/auto-shared-malloc-thresh", number, "0",
     "malloc of at least this many bytes, and of 64 KiB, is shared memory; 0: never"},
};

// Mappings of one wholly shared block.
constexpr std::size_t folds_max = 256;
// Pages of shared zones are given back when there are more.
constexpr std::size_t trim_bytes = std::size_t{64} << 20;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

Address reserve(std::size_t size_bytes, std::size_t alignment_bytes) {
  const std::size_t slack_bytes =
      alignment_bytes > static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) ? alignment_bytes : 0;
  void* address = mmap(nullptr, size_bytes + slack_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return 0;
  const Address begin = address_of(address);
  const Address aligned = round_up(begin, alignment_bytes);
  const Address end = begin + size_bytes + slack_bytes;
  if (aligned > begin) munmap(address, aligned - begin);
  if (end > aligned + size_bytes) {
    munmap(reinterpret_cast<void*>(aligned + size_bytes), end - aligned - size_bytes);
  }
  return aligned;
}

// Where a block begins: at a huge page if one has room in it.
std::size_t alignment_bytes(const SharedFile& file, std::size_t size_bytes) {
  return size_bytes >= file.huge_page_bytes() ? file.huge_page_bytes() : file.page_bytes();
}

void release(Address begin, std::size_t size_bytes) {
  munmap(reinterpret_cast<void*>(begin), size_bytes);
}

Sharing parse_sharing(const std::string& text) {
  if (text == "none") return Sharing::none;
  if (text == "local") return Sharing::local;
  if (text == "global") return Sharing::global;
  bool is_on = false;  // as SimGrid has it, too
  if (kernel::parse_boolean(text, is_on)) return is_on ? Sharing::global : Sharing::none;
  throw kernel::InputError("unknown kind of shared memory",
                           {.text = "smpi/shared-malloc:" + text, .hint = "none, local or global"});
}

std::size_t parse_bytes(const kernel::Options& options, const char* name, double least) {
  const double value = options.number(name);
  if (value >= least && value < 0x1p62) return static_cast<std::size_t>(value);
  throw kernel::InputError("not a possible size",
                           {.text = fmt::format("{}:{}", name, value),
                            .hint = fmt::format("bytes, at least {}", least)});
}

}  // namespace

std::span<const kernel::OptionSpec> options() {
  return table;
}

SharedMemory::SharedMemory(const kernel::Options& run_options)
    : sharing_(parse_sharing(run_options.text("smpi/shared-malloc"))),
      automatic_bytes_(parse_bytes(run_options, "smpi/auto-shared-malloc-thresh", 0)),
      block_bytes_(parse_bytes(run_options, "smpi/shared-malloc-blocksize", 1)),
      huge_pages_(run_options.text("smpi/shared-malloc-hugepage")) {
  // A folder that cannot be used is bad input: it shows before anything runs.
  if (!huge_pages_.empty()) folds_ = std::make_unique<SharedFile>(huge_pages_);
}

SharedMemory::RankBlocks& SharedMemory::blocks_of(const Rank& rank) {
  if (ranks_.size() <= rank.process) ranks_.resize(rank.process + 1);
  return ranks_[rank.process];
}

// Up to an eighth more than asked for, so that ranks whose parts differ a little share blocks.
std::size_t SharedMemory::rounded(std::size_t size_bytes) const {
  constexpr std::size_t steps = 8;
  const std::size_t step_bytes = sharing_ == Sharing::global
                                     ? std::bit_floor(std::max<std::size_t>(size_bytes, 1)) / steps
                                     : 1;
  return round_up(std::max<std::size_t>(size_bytes, 1), std::max(step_bytes, folds_->page_bytes()));
}

bool SharedMemory::map_folds(AddressRange block) {
  const std::size_t size_bytes = block.end - block.begin;
  const std::size_t fold_bytes = round_up(
      std::max(block_bytes_, std::bit_ceil(size_bytes / folds_max)), folds_->huge_page_bytes());
  for (Address at = block.begin; at < block.end; at += fold_bytes) {
    if (!folds_->map_over({at, std::min(at + fold_bytes, block.end)})) return false;
  }
  return true;
}

// A new block, or 0.
Address SharedMemory::map_block(Shape& shape, std::size_t size_bytes) {
  const Address begin = reserve(size_bytes, alignment_bytes(*folds_, size_bytes));
  if (begin == 0) return 0;
  const AddressRange block{begin, begin + size_bytes};
  bool mapped = false;
  if (sharing_ == Sharing::local) {
    if (shape.file == nullptr) shape.file = std::make_unique<SharedFile>(huge_pages_);
    mapped = shape.file->map_over(block);
  } else {
    mapped = map_folds(block);
  }
  if (mapped) return begin;
  release(begin, size_bytes);
  return 0;
}

void* SharedMemory::allocate(Rank& rank, std::size_t size_bytes, CallSite site) {
  if (folds_ == nullptr) folds_ = std::make_unique<SharedFile>(huge_pages_);
  ShapeKey wanted(rounded(size_bytes), "", 0);
  if (sharing_ == Sharing::local) {
    std::get<1>(wanted) = site.file;
    std::get<2>(wanted) = site.line;
  }
  auto& [key, shape] = *shapes_.try_emplace(std::move(wanted)).first;
  const std::size_t mapped_bytes = std::get<0>(key);
  RankBlocks& mine = blocks_of(rank);
  Usage& usage = mine.usage[&key];
  std::uint32_t index = usage.next;
  if (!usage.freed.empty()) {
    index = usage.freed.back();
    usage.freed.pop_back();
  } else if (index == shape.blocks.size()) {
    const Address made = map_block(shape, mapped_bytes);
    if (made == 0) return nullptr;
    shape.blocks.push_back(made);
    usage.next++;
  } else {
    usage.next++;
  }
  const Address begin = shape.blocks[index];
  mine.allocations[begin] = {size_bytes, mapped_bytes, index, &key};
  rank.memory.folded.add({begin, begin + size_bytes});
  rank.simulation.folds_memory = true;
  return reinterpret_cast<void*>(begin);
}

void* SharedMemory::allocate_partial(Rank& rank, std::size_t size_bytes,
                                     std::span<const AddressRange> zones) {
  if (zones_ == nullptr) zones_ = std::make_unique<ZonedBlocks>(huge_pages_);
  const std::size_t page_bytes = zones_->page_bytes();
  const std::size_t mapped_bytes = round_up(std::max<std::size_t>(size_bytes, 1), page_bytes);
  std::vector<AddressRange> shared;
  for (const AddressRange& zone : zones) {
    // Pages that a private part has a share of are private.
    const AddressRange inner{round_up(zone.begin, page_bytes), zone.end / page_bytes * page_bytes};
    if (inner.begin < inner.end) shared.push_back(inner);
  }
  const Address begin = zones_->allocate(rank.process, mapped_bytes, shared);
  if (begin == 0) return nullptr;
  blocks_of(rank).allocations[begin] = {size_bytes, mapped_bytes, 0, nullptr};
  for (const AddressRange zone : shared) {
    rank.memory.folded.add({begin + zone.begin, begin + zone.end});
    rank.simulation.folds_memory = true;
  }
  return reinterpret_cast<void*>(begin);
}

bool SharedMemory::free(Rank& rank, void* block) {
  RankBlocks& mine = blocks_of(rank);
  const auto found = mine.allocations.find(address_of(block));
  if (found == mine.allocations.end()) return false;
  const auto [begin, allocation] = *found;
  mine.allocations.erase(found);
  rank.memory.folded.remove({begin, begin + allocation.mapped_bytes});
  rank.memory.phantom.remove({begin, begin + allocation.mapped_bytes});
  if (allocation.shape == nullptr) {
    zones_->free(rank.process, begin);
  } else {
    mine.usage[allocation.shape].freed.push_back(allocation.index);
  }
  return true;
}

std::optional<std::size_t> SharedMemory::size_of(const Rank& rank, const void* block) const {
  if (ranks_.size() <= rank.process) return std::nullopt;
  const auto& allocations = ranks_[rank.process].allocations;
  const auto found = allocations.find(address_of(block));
  if (found == allocations.end()) return std::nullopt;
  return found->second.size_bytes;
}

std::optional<SharedMemory::BlockAt> SharedMemory::block_at(const Rank& rank,
                                                            const void* address) const {
  if (ranks_.size() <= rank.process) return std::nullopt;
  const auto& allocations = ranks_[rank.process].allocations;
  auto found = allocations.upper_bound(address_of(address));
  if (found == allocations.begin()) return std::nullopt;
  const auto& [begin, allocation] = *--found;
  if (address_of(address) >= begin + allocation.size_bytes) return std::nullopt;
  BlockAt block{begin, {}};
  if (allocation.shape != nullptr) return block;
  Address private_begin = 0;
  for (const AddressRange& zone : zones_->zones_of(begin)) {
    if (zone.begin - begin > private_begin) {
      block.private_parts.push_back({private_begin, zone.begin - begin});
    }
    private_begin = zone.end - begin;
  }
  if (private_begin < allocation.size_bytes) {
    block.private_parts.push_back({private_begin, allocation.size_bytes});
  }
  return block;
}

void SharedMemory::trim() {
  if (zones_ != nullptr) zones_->trim(trim_bytes);
}

}  // namespace smpi::memory
