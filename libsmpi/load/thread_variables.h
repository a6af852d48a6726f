// SPDX-License-Identifier: BSD-3-Clause
//
// Thread-local variables of clones.
//
// Compiled code asks for one with __tls_get_addr(module, offset), the two words of a GOT entry that
// the dynamic linker fills with numbers of its own. It knows nothing of clones, so their entries
// hold the address of a ThreadModule instead of a number, and their calls are bound to ours.
// Entries for variables of shared libraries keep the dynamic linker's numbers, which are small.
#pragma once

#include <cstddef>
#include <cstdint>

namespace smpi::load {

// The thread-local variables of one private object in one rank.
struct ThreadModule {
  std::byte* block;  // of the running thread of the rank
};

struct ThreadVariableIndex {
  std::uint64_t module;  // the address of a ThreadModule, or a module number
  std::uint64_t offset;
};

// What clones call for __tls_get_addr.
void* find_thread_variable(const ThreadVariableIndex* index);

}  // namespace smpi::load
