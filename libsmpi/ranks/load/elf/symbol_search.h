// SPDX-License-Identifier: BSD-3-Clause
//
// What a symbol of a private object means: an address that all ranks share, or a place in a private
// object, which is at another address in each rank.
//
// The order is that of the dynamic linker for a program of its own: the program, a tool that
// wraps MPI calls, libraries that were preloaded, libsmpi, libraries that smpirun loaded to replace
// others (the modelled BLAS), then the needed libraries breadth first.
// Only libraries the program needs are searched; what libsmpi itself is linked with cannot get in
// the way. dlvsym looks versions up in shared libraries, so each reference gets the version it was
// linked with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"
#include "libsmpi/ranks/load/elf/object_set.h"

namespace smpi::load {

struct SymbolPlace {
  enum class Kind : std::uint8_t {
    missing,             // nobody defines it
    shared,              // `value` is an address
    in_object,           // `value` is relative to private object `object`
    function_in_object,  // the same, of a function that chooses the real one (IFUNC)
  };
  Kind kind = Kind::missing;
  std::size_t object = 0;
  std::uint64_t value = 0;
  std::uint64_t size_bytes = 0;
};

class SymbolSearch {
 public:
  // The program is the first of `order`. Loads the shared libraries. A library that cannot be
  // loaded by itself, because it wants symbols of the program, is named in obstacle().
  SymbolSearch(std::span<const ObjectInfo> objects, std::span<const SearchedObject> order);

  const std::string& obstacle() const { return obstacle_; }
  // The definition of symbol `index` of a private object. With `skip_self` not one in the object
  // itself (for copy relocations).
  SymbolPlace find(std::size_t object, std::size_t index, bool skip_self) const;

 private:
  using Definitions = std::map<std::string_view, const Elf64_Sym*>;
  struct Place {
    std::optional<std::size_t> private_object = std::nullopt;
    void* library = nullptr;
    bool only_itself = false;   // do not search what the library needs
    bool replacements = false;  // whatever was loaded with RTLD_GLOBAL since the start
  };
  void load_shared_libraries(std::span<const SearchedObject> order);
  void find_first_libraries();
  bool look_in_library(const Place& place, const char* name, const char* version,
                       SymbolPlace& result) const;
  static bool look_in_replacements(const char* name, SymbolPlace& result);
  bool is_private_elsewhere(const void* address) const;
  bool look_in_object(std::size_t object, std::string_view name, SymbolPlace& result) const;
  void read_versions(std::size_t object);

  std::span<const ObjectInfo> objects_;
  std::vector<Place> places_;             // in search order
  std::vector<Definitions> definitions_;  // of each private object
  // Of each private object: the version (or nothing) of each of its symbols.
  std::vector<std::vector<std::string_view>> versions_;
  std::string obstacle_;
};

}  // namespace smpi::load
