// SPDX-License-Identifier: BSD-3-Clause
//
// Allocating and freeing for ranks, whose blocks may lack content in parts or as a whole.
#include "libsmpi/cost/modeled/overlay/program_memory.h"

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "libsmpi/cost/modeled/overlay/overlays.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/memory/content_moves.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::modeled {
namespace {

using memory::AddressRange;

// Smaller blocks are not worth a mapping.
constexpr std::size_t folded_min_bytes = std::size_t{1} << 16;
// Larger blocks have mappings of their own for the whole run: in a heap, headers of other blocks
// would come to lie all over what kernels never touch. The C library raises its own limit when
// blocks are freed.
constexpr int mapped_min_bytes = 1 << 17;

Allocation allocation_of(const Rank& rank, std::size_t size_bytes, const void* caller) {
  if (size_bytes < folded_min_bytes) return Allocation::plain;
  const memory::SharedMemory& shared = *rank.simulation.shared_memory;
  const bool can_fold = shared.sharing() != memory::Sharing::none;
  if (can_fold && shared.automatic_bytes() > 0 && size_bytes >= shared.automatic_bytes()) {
    return Allocation::folded;
  }
  const State& state = *rank.simulation.modeled;
  if (state.allocation_at == nullptr) return Allocation::plain;
  const Allocation wanted = state.allocation_at(rank, caller);
  return wanted == Allocation::folded && !can_fold ? Allocation::plain : wanted;
}

void* allocate_folded(Rank& rank, std::size_t size_bytes, const void* caller) {
  // With smpi/shared-malloc:local the place is the calling instruction of the copy.
  return rank.simulation.shared_memory->allocate(
      rank, size_bytes,
      {.file = "malloc", .line = static_cast<int>(reinterpret_cast<std::uintptr_t>(caller))});
}

AddressRange range_of(const Rank& rank, void* block) {
  const memory::Address begin = memory::address_of(block);
  const auto pooled_bytes = rank.simulation.modeled->block_pool.size_of(block);
  return {begin, begin + (pooled_bytes ? *pooled_bytes : malloc_usable_size(block))};
}

void* allocate(std::size_t size_bytes, const void* caller) {
  if (!in_rank()) return std::malloc(size_bytes);
  Rank& rank = current_rank();
  switch (allocation_of(rank, size_bytes, caller)) {
    case Allocation::folded:
      return allocate_folded(rank, size_bytes, caller);
    case Allocation::pooled:
      return rank.simulation.modeled->block_pool.allocate(size_bytes);
    case Allocation::plain:
      break;
  }
  return std::malloc(size_bytes);
}

void release(void* block) {
  if (block == nullptr || !in_rank()) return std::free(block);
  Rank& rank = current_rank();
  if (rank.memory.in_use()) {
    if (rank.simulation.shared_memory->free(rank, block)) return;
    rank.memory.set_content(range_of(rank, block));
  }
  if (!rank.simulation.modeled->block_pool.free(block)) std::free(block);
}

// A folded or partly phantom block moves with what content it has.
void* move_block(Rank& rank, void* block, std::size_t size_bytes, const void* caller) {
  const auto folded_bytes = rank.simulation.shared_memory->size_of(rank, block);
  const AddressRange old = folded_bytes ? AddressRange{memory::address_of(block),
                                                       memory::address_of(block) + *folded_bytes}
                                        : range_of(rank, block);
  void* moved = allocate(size_bytes, caller);
  if (moved == nullptr) return nullptr;
  const AddressRange kept{old.begin, std::min(old.end, old.begin + size_bytes)};
  memory::copy_content(rank.memory, kept, memory::address_of(moved));
  release(block);
  return moved;
}

// Is it more than a block of the C library with content?
bool is_special(Rank& rank, void* block) {
  if (rank.simulation.modeled->block_pool.size_of(block)) return true;
  if (!rank.memory.in_use()) return false;
  return rank.simulation.shared_memory->size_of(rank, block) ||
         rank.memory.overlaps(range_of(rank, block));
}

// For the analysis of the program, if there is one.
void* noted(void* block, std::size_t size_bytes, const void* caller) {
  if (!in_rank()) return block;
  const Rank& rank = current_rank();
  Checks* checks = rank.simulation.checks;
  if (checks != nullptr) checks->note_allocation(rank, caller, block, size_bytes);
  return block;
}

void forget(void* block) {
  if (block == nullptr || !in_rank()) return;
  Checks* checks = current_rank().simulation.checks;
  if (checks != nullptr) checks->forget_allocation(block);
}

void* program_malloc(std::size_t size_bytes) {
  const void* caller = __builtin_return_address(0);
  return noted(allocate(size_bytes, caller), size_bytes, caller);
}

void* program_calloc(std::size_t count, std::size_t size_bytes) {
  const void* caller = __builtin_return_address(0);
  std::size_t total_bytes = 0;
  const bool fits = !__builtin_mul_overflow(count, size_bytes, &total_bytes);
  const bool folds =
      fits && in_rank() && allocation_of(current_rank(), total_bytes, caller) == Allocation::folded;
  void* block =
      folds ? allocate_folded(current_rank(), total_bytes, caller) : std::calloc(count, size_bytes);
  return noted(block, total_bytes, caller);
}

void program_free(void* block) {
  forget(block);
  release(block);
}

// That of whoever gave the block: an allocator may be loaded before libsmpi, whose own realloc
// (load/libc/mappings.cpp) passes on to what is loaded after it.
void* plain_realloc(void* block, std::size_t size_bytes) {
  static auto* const first =
      reinterpret_cast<void* (*)(void*, std::size_t)>(dlsym(RTLD_DEFAULT, "realloc"));
  return first(block, size_bytes);
}

void* resize(void* block, std::size_t size_bytes, const void* caller) {
  if (block == nullptr) return allocate(size_bytes, caller);
  if (in_rank() && is_special(current_rank(), block)) {
    if (size_bytes > 0) return move_block(current_rank(), block, size_bytes, caller);
    release(block);
    return nullptr;
  }
  return plain_realloc(block, size_bytes);
}

// An old block stays as it was when there is no room for the new one.
void* resize_noted(void* block, std::size_t size_bytes, const void* caller) {
  void* resized = resize(block, size_bytes, caller);
  if (resized != nullptr || size_bytes == 0) forget(block);
  return noted(resized, size_bytes, caller);
}

void* program_realloc(void* block, std::size_t size_bytes) {
  return resize_noted(block, size_bytes, __builtin_return_address(0));
}

void* program_reallocarray(void* block, std::size_t count, std::size_t size_bytes) {
  std::size_t total_bytes = 0;
  if (!__builtin_mul_overflow(count, size_bytes, &total_bytes)) {
    return resize_noted(block, total_bytes, __builtin_return_address(0));
  }
  errno = ENOMEM;
  return nullptr;
}

std::size_t program_malloc_usable_size(void* block) {
  if (block == nullptr || !in_rank()) return malloc_usable_size(block);
  Rank& rank = current_rank();
  if (const auto folded_bytes = rank.simulation.shared_memory->size_of(rank, block)) {
    return *folded_bytes;
  }
  const AddressRange range = range_of(rank, block);
  return range.end - range.begin;
}

// HPL clears half of a row that has no content in each rank and column of the matrix.
void* program_memset(void* block, int value, std::size_t size_bytes) {
  constexpr std::size_t worth_a_look_bytes = 256;
  if (size_bytes < worth_a_look_bytes || !in_rank()) return std::memset(block, value, size_bytes);
  const Rank& rank = current_rank();
  const memory::Address begin = memory::address_of(block);
  if (rank.memory.lacks({begin, begin + size_bytes}) &&
      rank.simulation.modeled->clears_at(rank, __builtin_return_address(0))) {
    return block;
  }
  return std::memset(block, value, size_bytes);
}

template <class Function>
load::Replacement replacement(const char* name, Function* function) {
  return {.name = name,
          .code = reinterpret_cast<const void*>(function),
          .where = {.text = name},
          .optional = true};
}

}  // namespace

void add_memory_functions(std::vector<load::Replacement>& replacements) {
  mallopt(M_MMAP_THRESHOLD, mapped_min_bytes);
  replacements.push_back(replacement("malloc", program_malloc));
  replacements.push_back(replacement("calloc", program_calloc));
  replacements.push_back(replacement("realloc", program_realloc));
  replacements.push_back(replacement("reallocarray", program_reallocarray));
  replacements.push_back(replacement("malloc_usable_size", program_malloc_usable_size));
  replacements.push_back(replacement("free", program_free));
}

void add_clearing_function(std::vector<load::Replacement>& replacements) {
  replacements.push_back(replacement("memset", program_memset));
}

}  // namespace smpi::modeled
