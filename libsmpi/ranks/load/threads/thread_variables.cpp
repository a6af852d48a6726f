// SPDX-License-Identifier: BSD-3-Clause
//
// The call behind every access to a thread-local variable of a clone, and the blocks of threads.
#include "libsmpi/ranks/load/threads/thread_variables.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"

extern "C" void* __tls_get_addr(smpi::load::ThreadVariableIndex* index);

namespace smpi::load {
namespace {

// The dynamic linker numbers modules from 1; no ThreadModule is in the first page of memory.
constexpr std::uint64_t module_numbers_end = 4096;

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

void* find_thread_variable(const ThreadVariableIndex* index) {
  if (index->module < module_numbers_end) {
    return __tls_get_addr(const_cast<ThreadVariableIndex*>(index));
  }
  return reinterpret_cast<const ThreadModule*>(index->module)->block + index->offset;
}

std::optional<SharedThreadBlock> find_shared_thread_block(const void* address) {
  struct Search {
    const std::byte* wanted;
    std::optional<SharedThreadBlock> found{};
  };
  Search search{.wanted = static_cast<const std::byte*>(address)};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* argument) {
        auto& self = *static_cast<Search*>(argument);
        const auto* start = static_cast<const std::byte*>(info->dlpi_tls_data);
        for (int i = 0; i < info->dlpi_phnum && start != nullptr; i++) {
          const auto& part = info->dlpi_phdr[i];
          if (part.p_type != PT_TLS) continue;
          if (self.wanted < start || self.wanted >= start + part.p_memsz) continue;
          self.found = {.module = info->dlpi_tls_modid, .start = start};
        }
        return self.found ? 1 : 0;
      },
      &search);
  return search.found;
}

// The same rule for every object, so that the plans of clones need not know each other.
std::uint64_t thread_module_address(const ElfFile& file) {
  std::uint64_t end = 0;
  for (const Elf64_Phdr& part : file.segments()) {
    if (part.p_type == PT_LOAD) end = std::max(end, part.p_vaddr + part.p_memsz);
  }
  return align_up(end, alignof(ThreadModule));
}

constinit ThreadBlocks* ThreadBlocks::in_use = nullptr;

ThreadBlocks::ThreadBlocks(const Instance& instance) {
  if (!instance.unknown_to_linker()) return;
  for (std::size_t i = 0; i < instance.bases().size(); i++) {
    if (!instance.has_copy(i)) continue;
    const ElfFile& file = *instance.objects()[i].file;
    const Elf64_Phdr* part = file.segment(PT_TLS);
    if (part == nullptr || part->p_memsz == 0) continue;
    std::byte* base = instance.bases()[i];
    auto* module = reinterpret_cast<ThreadModule*>(base + thread_module_address(file));
    const std::uint64_t alignment = std::max<std::uint64_t>(part->p_align, 1);
    auto memory = std::make_unique<std::byte[]>(part->p_memsz + 2 * alignment);
    const auto start = reinterpret_cast<std::uint64_t>(memory.get());
    std::byte* block =
        memory.get() + (align_up(start, alignment) - start) + part->p_vaddr % alignment;
    std::memcpy(block, base + part->p_vaddr, part->p_filesz);
    // The rank's block, even when a thread of the rank makes this one.
    std::byte* of_rank = module->block;
    if (in_use != nullptr) {
      for (const Block& other : in_use->blocks_) {
        if (other.module == module) of_rank = other.of_rank;
      }
    }
    blocks_.push_back({module, of_rank, block, std::move(memory)});
  }
}

ThreadBlocks::~ThreadBlocks() {
  if (in_use == this) use(nullptr);
}

void ThreadBlocks::exchange(ThreadBlocks* next) {
  if (in_use != nullptr) {
    for (const Block& block : in_use->blocks_) block.module->block = block.of_rank;
  }
  in_use = next;
  if (next == nullptr) return;
  for (const Block& block : next->blocks_) block.module->block = block.of_thread;
}

}  // namespace smpi::load
