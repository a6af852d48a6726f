// SPDX-License-Identifier: BSD-3-Clause
//
// SMPI_SHARED_MALLOC and the like (include/smpi/injection.h, docs/memory.md).
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unordered_set>
#include <utility>
#include <vector>

#include "include/smpi/injection.h"
#include "include/smpi/smpi.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

void* checked(void* block, const char* function, std::size_t size_bytes) {
  if (block != nullptr) return block;
  const char* problem = std::strerror(errno);
  end_with_error(MPI_ERR_NO_MEM, function,
                 fmt::format("no room for {} bytes: {}; if the number of mappings is the limit, "
                             "raise it with sysctl vm.max_map_count, and with "
                             "smpi/shared-malloc-hugepage the number of huge pages",
                             size_bytes, problem));
}

std::vector<memory::AddressRange> checked_zones(const char* function, std::size_t size_bytes,
                                                const std::size_t* offsets, int count) {
  if (count < 0 || (count > 0 && offsets == nullptr)) {
    end_with_error(MPI_ERR_ARG, function, fmt::format("{} shared parts", count));
  }
  std::vector<memory::AddressRange> zones;
  std::size_t end = 0;
  for (int i = 0; i < count; i++) {
    const memory::AddressRange zone{offsets[2 * i], offsets[2 * i + 1]};
    if (zone.begin > zone.end || zone.begin < end || zone.end > size_bytes) {
      end_with_error(MPI_ERR_ARG, function,
                     fmt::format("the shared part {} is [{}, {}), after {} and in {} bytes", i,
                                 zone.begin, zone.end, end, size_bytes));
    }
    zones.push_back(zone);
    end = zone.end;
  }
  return zones;
}

// What the functions of SimGrid's headers got from malloc, and smpi_shared_free() gives back.
std::unordered_set<void*>& plain_blocks() {
  return calling_rank().simulation.modeled->plain_blocks;
}

void* remembered(void* block) {
  if (block != nullptr) plain_blocks().insert(block);
  return block;
}

bool forget(void* block) {
  return plain_blocks().erase(block) > 0;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

void* smpi_shared_malloc(std::size_t size, const char* file, int line) {
  const ExtensionCall call("SMPI_SHARED_MALLOC", __builtin_return_address(0));
  Rank& rank = current_rank();
  memory::SharedMemory& shared = *rank.simulation.shared_memory;
  if (shared.sharing() == memory::Sharing::none) return std::malloc(size);
  return checked(shared.allocate(rank, size, {.file = file, .line = line}), "SMPI_SHARED_MALLOC",
                 size);
}

void* smpi_shared_malloc_partial(std::size_t size, const std::size_t* offsets, int count) {
  const ExtensionCall call("SMPI_PARTIAL_SHARED_MALLOC", __builtin_return_address(0));
  Rank& rank = current_rank();
  memory::SharedMemory& shared = *rank.simulation.shared_memory;
  const auto zones = checked_zones("SMPI_PARTIAL_SHARED_MALLOC", size, offsets, count);
  if (shared.sharing() == memory::Sharing::none) return std::malloc(size);
  return checked(shared.allocate_partial(rank, size, zones), "SMPI_PARTIAL_SHARED_MALLOC", size);
}

void* smpi_shared_malloc_intercept(std::size_t size, const char* file, int line) {
  const std::size_t shared_bytes = calling_rank().simulation.shared_memory->automatic_bytes();
  if (shared_bytes > 0 && size >= shared_bytes) return smpi_shared_malloc(size, file, line);
  return remembered(std::malloc(size));
}

void* smpi_shared_calloc_intercept(std::size_t count, std::size_t size, const char*, int) {
  return remembered(std::calloc(count, size));
}

void* smpi_shared_realloc_intercept(void* data, std::size_t size, const char*, int) {
  forget(data);
  return remembered(std::realloc(data, size));
}

void smpi_shared_free(void* data) {
  const ExtensionCall call("SMPI_SHARED_FREE", __builtin_return_address(0));
  Rank& rank = current_rank();
  memory::SharedMemory& shared = *rank.simulation.shared_memory;
  if (data == nullptr || shared.free(rank, data)) return;
  if (shared.sharing() == memory::Sharing::none || forget(data)) return std::free(data);
  end_with_error(MPI_ERR_ARG, "SMPI_SHARED_FREE",
                 fmt::format("{} is no shared block of this rank", data));
}

}  // extern "C"

int smpi_is_shared(const void* address,
                   std::vector<std::pair<std::size_t, std::size_t>>& private_blocks,
                   std::size_t* offset) {
  const Rank& rank = calling_rank();
  private_blocks.clear();
  const auto block = rank.simulation.shared_memory->block_at(rank, address);
  if (!block) return 0;
  for (const memory::AddressRange& part : block->private_parts) {
    private_blocks.emplace_back(part.begin, part.end);
  }
  *offset = memory::address_of(address) - block->begin;
  return 1;
}
#pragma GCC visibility pop
