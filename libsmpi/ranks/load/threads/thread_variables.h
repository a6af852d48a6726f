// SPDX-License-Identifier: BSD-3-Clause
//
// Thread-local variables of clones.
//
// Compiled code asks for one with __tls_get_addr(module, offset), the two words of a GOT entry that
// the dynamic linker fills with numbers of its own. It knows nothing of clones, so their entries
// hold the address of a ThreadModule instead of a number, and their calls are bound to ours.
// Entries for variables of shared libraries keep the dynamic linker's numbers, which are small.
//
// Threads of a rank have blocks of their own. The switch to a thread makes the modules of its rank
// point to them, the switch away from it back to the rank's. In dlopen copies the variables are the
// dynamic linker's: one block for all threads of a rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace smpi::load {

class ElfFile;
class Instance;

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

// Where in a clone the ThreadModule of an object is, relative to its load address: behind its data.
std::uint64_t thread_module_address(const ElfFile& file);

// The variables of a shared library in the calling thread.
struct SharedThreadBlock {
  std::size_t module = 0;  // the dynamic linker's number
  const std::byte* start = nullptr;
};
// Which library's variables are at an address; nothing for any other address.
std::optional<SharedThreadBlock> find_shared_thread_block(const void* address);

// The thread-local variables of one thread of a rank, in all objects of its clone.
class ThreadBlocks {
 public:
  // With the values that a new thread finds.
  explicit ThreadBlocks(const Instance& instance);
  ~ThreadBlocks();
  ThreadBlocks(const ThreadBlocks&) = delete;
  ThreadBlocks& operator=(const ThreadBlocks&) = delete;

  // Called at each switch: the variables of `next` are in use from now on; nullptr: those of the
  // ranks themselves. One test when no thread is involved.
  static void use(ThreadBlocks* next) {
    if (next != in_use) [[unlikely]]
      exchange(next);
  }

 private:
  struct Block {
    ThreadModule* module;
    std::byte* of_rank;
    std::byte* of_thread;
    std::unique_ptr<std::byte[]> memory;
  };
  static void exchange(ThreadBlocks* next);
  static constinit ThreadBlocks* in_use;

  std::vector<Block> blocks_;
};

}  // namespace smpi::load
