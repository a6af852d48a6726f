// SPDX-License-Identifier: BSD-3-Clause
//
// The functions that a file defines, by the names of its symbol table: static functions and members
// of archives too, as long as the file is not stripped.
//
// The rest of the loader goes by segments alone; this is for those who name a function of the
// program (overlays, allocations of a function).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {

struct FunctionSymbol {
  std::string name;
  std::string source;  // the source file of a static function; empty for others
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
};

class FunctionTable {
 public:
  explicit FunctionTable(const ElfFile& file);

  // All functions meant by `name`, which is that of a symbol, or symbol@source for a static one.
  std::vector<const FunctionSymbol*> find(std::string_view name) const;
  // All of them, by address.
  std::span<const FunctionSymbol> all() const { return functions_; }
  // The name that find() knows this function alone by, if there is one.
  std::optional<std::string> unique_name(const FunctionSymbol& function) const;
  // A variable of that name?
  bool has_variable(std::string_view name) const;
  // The names that compilers give to specialised copies of a function (name.constprop.0).
  std::vector<std::string> variants(std::string_view name) const;
  // Bytes from the start of a function to the next one, or to the end of its segment.
  std::uint64_t room_bytes(const FunctionSymbol& function) const;
  // Names near to `name`, the nearest; empty when none is.
  std::string nearest(std::string_view name) const;

 private:
  void read(const ElfFile& file);

  const ElfFile& file_;
  std::vector<FunctionSymbol> functions_;  // by address
  std::vector<std::string> variables_;
};

}  // namespace smpi::load
