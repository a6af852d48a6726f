// SPDX-License-Identifier: BSD-3-Clause
//
// Reservation, guards and reuse of stacks.
#include "kernel/stack_pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#if defined(SMPI_SANITIZE)
#include <sanitizer/asan_interface.h>
#endif

#include "kernel/error.h"

namespace smpi::kernel {
namespace {

constexpr std::size_t stacks_per_region = 64;
// Guards that are mappings, two a stack: stays far below the default vm.max_map_count of 65,530.
constexpr std::size_t mapped_guards_max = 8192;
constexpr std::uint64_t canary = 0x5ca1ab1e0ddba11ULL;
// As much as Linux leaves below a stack (stack_guard_gap): a frame with large arrays that does not
// fit must not reach over the guard into the next stack. It costs addresses, not memory.
constexpr std::size_t guard_bytes = 1024 * 1024;
// Of the guards of further stacks, which are marks in the page table: each takes a page of it.
constexpr std::size_t marked_bytes = 64 * 1024;
// What a released stack may keep resident at its top; the rest goes back to the system.
constexpr std::size_t kept_bytes = 64 * 1024;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Makes accesses to the lowest part of a slot fault without a mapping of its own: Linux 6.13 and
// later.
bool mark_guard(std::byte* slot) {
  constexpr int guard_install = 102;  // MADV_GUARD_INSTALL, which older headers lack
  return madvise(slot + guard_bytes - marked_bytes, marked_bytes, guard_install) == 0;
}

bool map_guard(std::byte* slot) {
  return mprotect(slot, guard_bytes, PROT_NONE) == 0;
}

// An actor ends without unwinding: what AddressSanitizer keeps about its frames would outlive it.
void unpoison([[maybe_unused]] const std::byte* start, [[maybe_unused]] std::size_t bytes) {
#if defined(SMPI_SANITIZE)
  __asan_unpoison_memory_region(start, bytes);
#endif
}

// Was there anything below `kept`? Looking at one page costs 0.05 us, giving memory back that was
// never touched 1 us; frames that skip a whole page are rare, and cost memory only.
bool went_deep(const std::byte* kept) {
  const std::byte* page = kept - page_bytes();
  return *page != std::byte{0} || std::memcmp(page, page + 1, page_bytes() - 1) != 0;
}

}  // namespace

StackPool::StackPool(std::size_t size_bytes) {
  const std::size_t page = page_bytes();
  size_bytes_ = (size_bytes + page - 1) / page * page;
  slot_bytes_ = size_bytes_ + guard_bytes;
  // The tops of all stacks are used most. An odd number of pages between them spreads them over the
  // sets of the TLB and of the page tables; a power of two would make them drive each other out.
  if (slot_bytes_ / page % 2 == 0) slot_bytes_ += page;
}

StackPool::~StackPool() {
  // Stacks that came back are clean. Of a whole region all the sanitizer's memory would be touched.
  const bool all_are_back = fresh_.size() + released_.size() == regions_.size() * stacks_per_region;
  for (const Region& region : regions_) {
    if (!all_are_back) unpoison(region.base, region.bytes);
    munmap(region.base, region.bytes);
  }
}

void StackPool::grow() {
  const std::size_t bytes = slot_bytes_ * stacks_per_region;
  const int protection = PROT_READ | PROT_WRITE | (executable_ ? PROT_EXEC : 0);
  void* base = mmap(nullptr, bytes, protection,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED) {
    throw InputError(std::string("cannot reserve stacks for the ranks: ") + std::strerror(errno),
                     {.hint = "use fewer ranks, or smaller stacks with "
                              "--cfg=contexts/stack-size:KiB"});
  }
  madvise(base, bytes, MADV_NOHUGEPAGE);
  Region& region = regions_.emplace_back(Region{static_cast<std::byte*>(base), bytes, true});
  const bool is_mapped = mapped_guards_ + stacks_per_region <= mapped_guards_max;
  for (std::size_t i = stacks_per_region; i-- > 0;) {
    std::byte* slot = region.base + i * slot_bytes_;
    if (region.is_guarded) region.is_guarded = is_mapped ? map_guard(slot) : mark_guard(slot);
    fresh_.push_back(slot + guard_bytes);
  }
  if (is_mapped) mapped_guards_ += stacks_per_region;
}

// Its lowest page would be touched for nothing below a stack with a guard.
bool StackPool::has_canary(const std::byte* stack) const {
  return std::ranges::any_of(regions_, [stack](const Region& region) {
    return !region.is_guarded && region.holds(stack);
  });
}

std::byte* StackPool::acquire() {
  if (released_.empty()) {
    if (fresh_.empty()) grow();
    std::byte* stack = fresh_.back();
    fresh_.pop_back();
    if (has_canary(stack)) std::memcpy(stack, &canary, sizeof canary);
    return stack;
  }
  std::byte* stack = released_.back();
  released_.pop_back();
  if (size_bytes_ > 2 * kept_bytes && went_deep(stack + size_bytes_ - kept_bytes)) {
    madvise(stack + page_bytes(), size_bytes_ - kept_bytes - page_bytes(), MADV_DONTNEED);
  }
  return stack;
}

void StackPool::release(std::byte* stack) {
  SIM_ASSERT(!has_canary(stack) || std::memcmp(stack, &canary, sizeof canary) == 0,
             "a stack overflowed: raise --cfg=contexts/stack-size");
  unpoison(stack, size_bytes_);
  released_.push_back(stack);
}

bool StackPool::is_guard(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  for (const Region& region : regions_) {
    if (!region.holds(byte)) continue;
    return static_cast<std::size_t>(byte - region.base) % slot_bytes_ < guard_bytes;
  }
  return false;
}

}  // namespace smpi::kernel
