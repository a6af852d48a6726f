// SPDX-License-Identifier: BSD-3-Clause
//
// The bytes of an executable or library, edited so that one process can load it many times.
//
// - DF_1_PIE goes: glibc refuses to dlopen a file that has it.
// - The tags of constructors and destructors go: we run them ourselves, in the rank's context.
// - PT_GNU_RELRO goes: it would cost a mapping per copy, and we still have to point variables of
//   libc at those of the rank.
// - Names of private libraries (DT_NEEDED, DT_SONAME, files of DT_VERNEED) get the rank's number,
//   "libfoo.so.1#00000012", so that each copy of the program finds its copy of the library.
// - $ORIGIN in the run path becomes the directory of the original file.
//
// New strings cannot grow .dynstr in place. Offsets into it are not bounded by its size, so the
// strings go to a page behind the last segment, mapped by the program header that RELRO had:
//
//   | headers | segments ... | (sections) | names |      PT_GNU_RELRO -> PT_LOAD names
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {

class CopyImage {
 public:
  // `private_names` are the sonames of private libraries. With `keep_sections` symbols and debug
  // information stay in, for a debugger.
  CopyImage(const ElfFile& file, std::span<const std::string> private_names, bool keep_sections);

  // The file for one rank; valid until the next call.
  std::span<const std::byte> for_rank(std::uint32_t rank);

 private:
  void truncate_to_segments();
  void edit_dynamic(std::span<const std::string> private_names);
  void edit_needed_versions(std::span<const std::string> private_names);
  void drop_relro();
  void append_names();
  // The offset in .dynstr (beyond its end) of a new string.
  std::uint64_t add_text(const std::string& text);
  std::uint64_t add_private_name(std::string_view name);
  template <class Item>
  Item* at(std::uint64_t offset) {
    return reinterpret_cast<Item*>(bytes_.data() + offset);
  }

  const ElfFile& file_;
  std::vector<std::byte> bytes_;
  std::string names_;                     // the page of new strings
  std::vector<std::size_t> rank_digits_;  // offsets in names_, then in bytes_
  std::unordered_map<std::string, std::uint64_t> private_offsets_;
};

}  // namespace smpi::load
