// SPDX-License-Identifier: BSD-3-Clause
//
// Handles of libraries, versions of references, and the look-up.
#include "libsmpi/ranks/load/elf/symbol_search.h"

#include <dlfcn.h>
#include <link.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace smpi::load {
namespace {

constexpr std::uint16_t hidden_version = 0x8000;

// The object of the dynamic linker that contains an address.
const link_map* map_of(const void* address) {
#if __GLIBC_PREREQ(2, 35)
  dl_find_object found{};
  // Does not read all symbols of the object, as dladdr does.
  return _dl_find_object(const_cast<void*>(address), &found) == 0 ? found.dlfo_link_map : nullptr;
#else
  Dl_info info{};
  void* extra = nullptr;
  if (dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) == 0) return nullptr;
  return static_cast<const link_map*>(extra);
#endif
}

const link_map* map_of_library(void* library) {
  link_map* map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

// The end of the list of objects when this library was initialised: all that were loaded at the
// start are in the global scope, the ones that dlopen appends are not.
const link_map* const last_at_start = [] {
  const link_map* map = map_of_library(dlopen(nullptr, RTLD_NOW));
  while (map->l_next != nullptr) map = map->l_next;
  return map;
}();

bool was_there_at_start(const link_map* wanted) {
  for (const link_map* map = last_at_start; map != nullptr; map = map->l_prev) {
    if (map == wanted) return true;
  }
  return false;
}

// Do the symbols that an object defines have versions?
bool defines_versions(const link_map* map) {
  for (const ElfW(Dyn)* tag = map->l_ld; tag->d_tag != DT_NULL; tag++) {
    if (tag->d_tag == DT_VERDEF) return true;
  }
  return false;
}

// The definition that a reference to a version is bound to. Those of an object without versions
// stand for any, such as the malloc of a library that replaces libc's; dlvsym passes over them.
void* find_definition(void* library, const char* name, const char* version) {
  void* any = dlsym(library, name);
  if (any == nullptr || version == nullptr) return any;
  const link_map* map = map_of(any);
  if (map != nullptr && !defines_versions(map)) return any;
  void* exact = dlvsym(library, name, version);
  return exact == nullptr ? any : exact;
}

}  // namespace

SymbolSearch::SymbolSearch(std::span<const ObjectInfo> objects,
                           std::span<const SearchedObject> order)
    : objects_(objects) {
  for (std::size_t i = 0; i < objects_.size(); i++) {
    Definitions& definitions = definitions_.emplace_back();
    const ElfFile& file = *objects_[i].file;
    for (std::size_t k = 1; k < file.symbols().size(); k++) {
      const Elf64_Sym& symbol = file.symbols()[k];
      const bool usable = ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;
      if (usable && symbol.st_shndx != SHN_UNDEF) {
        definitions.try_emplace(file.symbol_name(k), &symbol);
      }
    }
    read_versions(i);
  }
  places_.push_back({.private_object = order.front().private_object});
  for (const SearchedObject& entry : order) {
    if (entry.is_tool) places_.push_back({.private_object = entry.private_object});
  }
  find_first_libraries();
  load_shared_libraries(order);
}

// Preloaded libraries stand in the list of loaded objects between smpirun and libsmpi.
void SymbolSearch::find_first_libraries() {
  const link_map* ours = map_of(reinterpret_cast<const void*>(map_of));
  const link_map* program = map_of_library(dlopen(nullptr, RTLD_NOW));
  for (const link_map* map = program->l_next; map != nullptr && map != ours; map = map->l_next) {
    // The kernel's vDSO, which has clock_gettime, is in the list too; it has no path.
    const bool is_file = std::strchr(map->l_name, '/') != nullptr;
    void* library = is_file ? dlopen(map->l_name, RTLD_NOW | RTLD_NOLOAD) : nullptr;
    if (library != nullptr) places_.push_back({.library = library, .only_itself = true});
  }
  // Alone in an executable of its own (unit tests), the loader is part of the main program.
  const char* name = ours == program || ours->l_name[0] == '\0' ? nullptr : ours->l_name;
  places_.push_back({.library = dlopen(name, RTLD_NOW | RTLD_NOLOAD), .only_itself = true});
  places_.push_back({.replacements = true});
}

void SymbolSearch::load_shared_libraries(std::span<const SearchedObject> order) {
  for (const SearchedObject& entry : order.subspan(1)) {
    if (entry.is_tool) continue;
    if (entry.private_object) {
      places_.push_back({.private_object = entry.private_object});
      continue;
    }
    void* library = dlopen(entry.shared_library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      if (obstacle_.empty()) obstacle_ = dlerror();
      continue;
    }
    places_.push_back({.library = library, .only_itself = true});
  }
  // What the first of them needs must not hide what a later one defines; parts of the system that
  // only they need are not in the list.
  for (std::size_t i = 0, end = places_.size(); i < end; i++) {
    if (places_[i].library != nullptr) places_.push_back({.library = places_[i].library});
  }
}

// The tables DT_VERSYM (one number a symbol) and DT_VERNEED (names of the numbers).
void SymbolSearch::read_versions(std::size_t object) {
  const ElfFile& file = *objects_[object].file;
  std::vector<std::string_view>& versions = versions_.emplace_back(file.symbols().size());
  const auto numbers_at = file.tag(DT_VERSYM);
  const auto needs_at = file.tag(DT_VERNEED);
  if (!numbers_at || !needs_at) return;
  std::map<std::uint16_t, std::string_view> names;
  std::uint64_t need_at = *needs_at;
  for (bool more_needs = true; more_needs;) {
    Elf64_Verneed need{};
    std::memcpy(&need, file.at(need_at).data(), sizeof need);
    std::uint64_t version_at = need_at + need.vn_aux;
    for (std::uint16_t i = 0; i < need.vn_cnt; i++) {
      Elf64_Vernaux version{};
      std::memcpy(&version, file.at(version_at).data(), sizeof version);
      names[version.vna_other & ~hidden_version] = file.text(version.vna_name);
      version_at += version.vna_next;
    }
    more_needs = need.vn_next != 0;
    need_at += need.vn_next;
  }
  const std::span<const std::byte> numbers = file.at(*numbers_at);
  for (std::size_t i = 0; i < versions.size(); i++) {
    std::uint16_t number = 0;
    std::memcpy(&number, numbers.data() + i * sizeof number, sizeof number);
    const auto name = names.find(number & ~hidden_version);
    if (name != names.end()) versions[i] = name->second;
  }
}

bool SymbolSearch::look_in_object(std::size_t object, std::string_view name,
                                  SymbolPlace& result) const {
  const auto found = definitions_[object].find(name);
  if (found == definitions_[object].end()) return false;
  const Elf64_Sym& symbol = *found->second;
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  result = {.kind = type == STT_GNU_IFUNC ? SymbolPlace::Kind::function_in_object
                                          : SymbolPlace::Kind::in_object,
            .object = object,
            .value = symbol.st_value,
            .size_bytes = symbol.st_size};
  if (symbol.st_shndx == SHN_ABS) result.kind = SymbolPlace::Kind::shared;
  return true;
}

// The dynamic linker keeps libraries in the global scope in the order they came, so one that came
// later is found when no library of the start has the name.
bool SymbolSearch::look_in_replacements(const char* name, SymbolPlace& result) {
  void* address = dlsym(RTLD_DEFAULT, name);
  const link_map* map = address == nullptr ? nullptr : map_of(address);
  if (map == nullptr || was_there_at_start(map)) return false;
  result = {.kind = SymbolPlace::Kind::shared, .value = reinterpret_cast<std::uint64_t>(address)};
  return true;
}

// A shared library may bring the shared copy of a library that the program has a private copy of.
bool SymbolSearch::is_private_elsewhere(const void* address) const {
  const link_map* map = map_of(address);
  if (map == nullptr) return false;
  const std::string name = std::filesystem::path(map->l_name).filename();
  return std::ranges::any_of(objects_, [&](const ObjectInfo& object) {
    return name == std::filesystem::path(object.file->path()).filename();
  });
}

bool SymbolSearch::look_in_library(const Place& place, const char* name, const char* version,
                                   SymbolPlace& result) const {
  void* address = find_definition(place.library, name, version);
  if (address == nullptr) return false;
  if (place.only_itself && map_of(address) != map_of_library(place.library)) return false;
  // A library that was loaded at the start uses the first definition among all that were, such as
  // the copy of std::cout that an executable has; so must the program.
  if (was_there_at_start(map_of_library(place.library)) || was_there_at_start(map_of(address))) {
    if (void* first = find_definition(RTLD_DEFAULT, name, version)) address = first;
  }
  if (is_private_elsewhere(address)) return false;
  result = {.kind = SymbolPlace::Kind::shared, .value = reinterpret_cast<std::uint64_t>(address)};
  return true;
}

SymbolPlace SymbolSearch::find(std::size_t object, std::size_t index, bool skip_self) const {
  const ElfFile& file = *objects_[object].file;
  const Elf64_Sym& symbol = file.symbols()[index];
  const std::string name(file.symbol_name(index));
  SymbolPlace result;
  const bool bound_here = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL ||
                          ELF64_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT ||
                          file.tag(DT_SYMBOLIC) ||
                          (file.tag(DT_FLAGS).value_or(0) & DF_SYMBOLIC) != 0;
  if (!skip_self && bound_here && symbol.st_shndx != SHN_UNDEF) {
    look_in_object(object, name, result);
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) {
      result = {.kind = SymbolPlace::Kind::in_object, .object = object, .value = symbol.st_value};
    }
    return result;
  }
  const std::string version(versions_[object][index]);
  for (const Place& place : places_) {
    if (place.private_object) {
      if (skip_self && *place.private_object == object) continue;
      if (look_in_object(*place.private_object, name, result)) return result;
    } else if (place.replacements) {
      if (look_in_replacements(name.c_str(), result)) return result;
    } else if (look_in_library(place, name.c_str(), version.empty() ? nullptr : version.c_str(),
                               result)) {
      return result;
    }
  }
  return result;
}

}  // namespace smpi::load
