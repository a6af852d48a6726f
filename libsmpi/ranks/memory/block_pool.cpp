// SPDX-License-Identifier: BSD-3-Clause
//
// Mapping, keeping and trimming blocks.
#include "libsmpi/ranks/memory/block_pool.h"

#include <sys/mman.h>
#include <unistd.h>

namespace smpi::memory {

void* BlockPool::allocate(std::size_t size_bytes) {
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t wanted_bytes = (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
  const auto kept = free_.lower_bound(wanted_bytes);
  if (kept != free_.end() && kept->first / 2 <= wanted_bytes) {
    std::vector<Free>& blocks = kept->second;
    const Free taken = blocks.back();
    used_[taken.address] = {kept->first, taken.use_count};
    blocks.pop_back();
    if (blocks.empty()) free_.erase(kept);
    return reinterpret_cast<void*>(taken.address);
  }
  void* block = mmap(nullptr, wanted_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return nullptr;
  used_[address_of(block)] = {wanted_bytes, 0};
  return block;
}

bool BlockPool::free(void* block) {
  const auto found = used_.find(address_of(block));
  if (found == used_.end()) return false;
  auto [size_bytes, use_count] = found->second;
  used_.erase(found);
  if (++use_count == uses_between_trims) {
    madvise(block, size_bytes, MADV_DONTNEED);
    use_count = 0;
  }
  free_[size_bytes].push_back({address_of(block), use_count});
  return true;
}

std::optional<std::size_t> BlockPool::size_of(const void* block) const {
  const auto found = used_.find(address_of(block));
  if (found == used_.end()) return std::nullopt;
  return found->second.size_bytes;
}

}  // namespace smpi::memory
