// SPDX-License-Identifier: BSD-3-Clause
//
// Mapping, keeping and trimming blocks.
#include "libsmpi/ranks/memory/block_pool.h"

#include <sys/mman.h>
#include <unistd.h>

namespace smpi::memory {
namespace {

constexpr std::size_t alignment_bytes = 64;

std::size_t rounded_up(std::size_t size_bytes, std::size_t unit_bytes) {
  return (size_bytes + unit_bytes - 1) / unit_bytes * unit_bytes;
}

}  // namespace

void* BlockPool::allocate(std::size_t size_bytes) {
  const std::size_t block_bytes = rounded_up(size_bytes, alignment_bytes);
  static const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const Mapping mapping = take(rounded_up(block_bytes, page_bytes));
  if (mapping.size_bytes == 0) return nullptr;
  const Address block = mapping.begin + mapping.size_bytes - block_bytes;
  used_[block] = mapping;
  return reinterpret_cast<void*>(block);
}

BlockPool::Mapping BlockPool::take(std::size_t size_bytes) {
  const auto kept = free_.lower_bound(size_bytes);
  if (kept != free_.end() && kept->first / 2 <= size_bytes) {
    std::vector<Mapping>& mappings = kept->second;
    const Mapping taken = mappings.back();
    mappings.pop_back();
    if (mappings.empty()) free_.erase(kept);
    return taken;
  }
  void* begin = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED) return {};
  return {address_of(begin), size_bytes, 0};
}

bool BlockPool::free(void* block) {
  const auto found = used_.find(address_of(block));
  if (found == used_.end()) return false;
  Mapping mapping = found->second;
  used_.erase(found);
  if (++mapping.use_count == uses_between_trims) {
    madvise(reinterpret_cast<void*>(mapping.begin), mapping.size_bytes, MADV_DONTNEED);
    mapping.use_count = 0;
  }
  free_[mapping.size_bytes].push_back(mapping);
  return true;
}

std::optional<std::size_t> BlockPool::size_of(const void* block) const {
  const Address begin = address_of(block);
  const auto found = used_.find(begin);
  if (found == used_.end()) return std::nullopt;
  return found->second.begin + found->second.size_bytes - begin;
}

}  // namespace smpi::memory
