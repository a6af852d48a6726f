// SPDX-License-Identifier: BSD-3-Clause
//
// An executable or shared library as its file describes it: what it needs, what it defines, where
// its constructors are, how it wants to be relocated.
//
// Everything is found through the program headers and the dynamic section, never through section
// headers, so stripped files work. libelf checks the headers and finds the tables.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::load {

// A file mapped read-only, or other memory that is unmapped at the end.
class Mapping {
 public:
  Mapping() = default;
  Mapping(std::byte* address, std::size_t size_bytes) : address_(address), bytes_(size_bytes) {}
  Mapping(Mapping&& other) noexcept { *this = std::move(other); }
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();
  std::span<std::byte> bytes() const { return {address_, bytes_}; }

 private:
  std::byte* address_ = nullptr;
  std::size_t bytes_ = 0;
};

class ElfFile {
 public:
  // Reads the file. Throws InputError when it is missing, or not a position-independent,
  // dynamically linked ELF file for this machine.
  explicit ElfFile(const std::string& path);

  const std::string& path() const { return path_; }
  std::span<const std::byte> content() const { return content_.bytes(); }
  std::span<const Elf64_Phdr> segments() const { return segments_; }
  std::uint64_t segments_offset() const { return segments_offset_; }  // in the file
  std::span<const Elf64_Dyn> dynamic() const { return dynamic_; }
  std::uint64_t dynamic_offset() const { return dynamic_offset_; }  // in the file
  std::span<const Elf64_Sym> symbols() const { return symbols_; }   // .dynsym
  std::span<const Elf64_Rela> data_relocations() const { return data_relocations_; }
  std::span<const Elf64_Rela> call_relocations() const { return call_relocations_; }
  // Bytes of memory from the lowest to the highest address of its segments, whole pages.
  std::uint64_t span_bytes() const { return span_bytes_; }
  std::uint64_t entry() const { return entry_; }  // 0 when none

  const std::string& soname() const { return soname_; }  // may be empty
  const std::vector<std::string>& needed() const { return needed_; }
  const std::string& run_path() const { return run_path_; }  // DT_RUNPATH, else DT_RPATH

  // Linked with -pie: accesses to its thread-local variables are bound to the main executable.
  bool is_pie() const { return pie_; }
  bool has_interpreter() const { return segment(PT_INTERP) != nullptr; }
  // First segment of a type, or nullptr.
  const Elf64_Phdr* segment(std::uint32_t type) const;
  // The value of a dynamic tag.
  std::optional<std::uint64_t> tag(std::int64_t tag) const;
  // Text of the dynamic string table.
  std::string_view text(std::uint64_t offset) const;
  std::string_view symbol_name(std::size_t index) const { return text(symbols_[index].st_name); }
  // A defined dynamic symbol, or nullptr.
  const Elf64_Sym* find_symbol(std::string_view name) const;
  // Names of undefined symbols that satisfy `wanted`.
  template <class Predicate>
  std::vector<std::string> undefined_symbols(Predicate wanted) const {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < symbols_.size(); i++) {
      if (symbols_[i].st_shndx == SHN_UNDEF && wanted(symbol_name(i))) {
        names.emplace_back(symbol_name(i));
      }
    }
    return names;
  }
  // The bytes of the file that an address is loaded from, up to the end of its segment.
  // Empty when the address is not in the file.
  std::span<const std::byte> at(std::uint64_t address) const;

  // Replaces bytes that are loaded at `address`, for copies made from now on; the file on disk
  // stays as it is. REQUIRES: at(address) has that many.
  void patch(std::uint64_t address, std::span<const std::byte> bytes);
  bool is_patched() const { return patched_; }

 private:
  void read_headers();
  void read_dynamic();
  std::size_t count_symbols() const;
  [[noreturn]] void refuse(const std::string& message, const std::string& hint) const;
  template <class Item>
  std::span<const Item> table(std::optional<std::uint64_t> address,
                              std::optional<std::uint64_t> size_bytes) const;

  std::string path_;
  Mapping content_;
  std::span<const Elf64_Phdr> segments_;
  std::span<const Elf64_Dyn> dynamic_;
  std::span<const Elf64_Sym> symbols_;
  std::span<const Elf64_Rela> data_relocations_;
  std::span<const Elf64_Rela> call_relocations_;
  std::span<const char> strings_;
  std::uint64_t segments_offset_ = 0;
  std::uint64_t dynamic_offset_ = 0;
  std::uint64_t span_bytes_ = 0;
  std::uint64_t entry_ = 0;
  bool pie_ = false;
  bool patched_ = false;
  std::string soname_;
  std::vector<std::string> needed_;
  std::string run_path_;
};

}  // namespace smpi::load
