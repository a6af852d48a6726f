// SPDX-License-Identifier: BSD-3-Clause
//
// How to make the writable data of one private object in a new rank, worked out once.
//
// Most of it is the same in every rank: the file's bytes, pointers to shared libraries. That is the
// template. The rest are pointers into the rank's own objects, one addition each:
//
//   vaddr 0          data_start                    file end      data_end   thread variables
//   | text, read-only | initialised data, GOT, ... | zero (bss)    | module | block |
//                       the template, to which         zero
//                       `pointers` are added
//
// Relocation types: System V ABI, AMD64 supplement, table 4.9; TLS: Drepper, "ELF Handling For
// Thread-Local Storage".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/symbol_search.h"

namespace smpi::load {

class ClonePlan {
 public:
  // Works out the plan of objects[index]. What cannot be cloned is named in obstacle(), symbols
  // that nobody defines in missing().
  ClonePlan(std::span<const ObjectInfo> objects, std::size_t index, const SymbolSearch& symbols);

  const ElfFile& file() const { return file_; }
  const std::string& obstacle() const { return obstacle_; }
  const std::vector<std::string>& missing() const { return missing_; }

  struct Text {
    std::uint64_t address;  // page-aligned, relative to the load address, like all here
    std::uint64_t size_bytes;
    std::uint64_t file_offset;
    int protection;  // of mmap
  };
  std::span<const Text> texts() const { return texts_; }
  // The page where the object begins.
  std::uint64_t begin() const { return texts_.empty() ? data_start_ : texts_.front().address; }
  std::uint64_t data_start() const { return data_start_; }
  // End of the data, of the thread-local variables behind it, and of the whole object.
  std::uint64_t end() const { return end_; }
  std::uint64_t alignment() const { return alignment_; }
  // The initial bytes from data_start().
  std::span<const std::byte> data_template() const { return template_; }
  // Pages that relocate() and finish() write to.
  std::uint64_t written_pages() const;

  // Relocates the data, which holds the template. bases[i] is the load address of objects[i].
  void relocate(std::span<std::byte* const> bases) const;
  // The steps that need the other objects of the rank relocated: copies of their variables,
  // functions that choose an implementation, thread-local blocks.
  void finish(std::span<std::byte* const> bases) const;

 private:
  struct Pointer {  // *address = load address of this object + value
    std::uint64_t address;
    std::uint64_t value;
  };
  struct CrossPointer {  // the same with the load address of another object
    std::uint64_t address;
    std::uint64_t value;
    std::size_t object;
  };
  struct Copy {  // of a variable of another private object
    std::uint64_t address;
    std::uint64_t source;
    std::uint64_t size_bytes;
    std::size_t object;
  };
  void lay_out();
  void lay_out_thread_variables();
  void read_relocations(const SymbolSearch& symbols);
  void read_packed_relocations();
  void add(const Elf64_Rela& relocation, const SymbolSearch& symbols);
  void add_symbol(const Elf64_Rela& relocation, const SymbolPlace& place);
  void add_copy(const Elf64_Rela& relocation, const SymbolSearch& symbols);
  void add_thread_variable(const Elf64_Rela& relocation, const SymbolSearch& symbols);
  void set(std::uint64_t address, std::uint64_t value);
  bool is_writable(std::uint64_t address, std::uint64_t size_bytes) const;
  void refuse(const std::string& reason);
  std::uint64_t value_at(std::uint64_t address) const;

  std::span<const ObjectInfo> objects_;
  std::size_t index_;
  const ElfFile& file_;
  std::vector<Text> texts_;
  std::uint64_t data_start_ = 0;
  std::uint64_t data_end_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t alignment_ = 4096;
  std::uint64_t thread_module_ = 0;  // 0: no thread-local variables
  std::uint64_t thread_block_ = 0;
  std::vector<std::byte> template_;
  std::vector<Pointer> pointers_;
  std::vector<CrossPointer> cross_pointers_;
  std::vector<CrossPointer> chosen_functions_;  // value: the function that returns the address
  std::vector<CrossPointer> thread_modules_;    // pointers to the ThreadModule of an object
  std::vector<Copy> copies_;
  std::string obstacle_;
  std::vector<std::string> missing_;
};

}  // namespace smpi::load
