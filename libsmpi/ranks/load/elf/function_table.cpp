// SPDX-License-Identifier: BSD-3-Clause
//
// Reading .symtab, or .dynsym of a stripped file.
#include "libsmpi/ranks/load/elf/function_table.h"

#include <fmt/format.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "kernel/error.h"

namespace smpi::load {
namespace {

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};

Elf_Scn* find_section(Elf* elf, std::uint32_t type) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    const Elf64_Shdr* header = elf64_getshdr(section);
    if (header != nullptr && header->sh_type == type) return section;
  }
  return nullptr;
}

bool is_meant(const FunctionSymbol& function, std::string_view name) {
  if (function.name == name) return true;
  const std::size_t at = name.find('@');
  return at != std::string_view::npos && function.name == name.substr(0, at) &&
         function.source == name.substr(at + 1);
}

}  // namespace

FunctionTable::FunctionTable(const ElfFile& file) : file_(file) {
  read(file);
  std::ranges::stable_sort(functions_, {}, &FunctionSymbol::address);
}

void FunctionTable::read(const ElfFile& file) {
  const std::span<const std::byte> bytes = file.content();
  const std::unique_ptr<Elf, ElfEnd> elf(
      elf_memory(const_cast<char*>(reinterpret_cast<const char*>(bytes.data())), bytes.size()));
  if (elf == nullptr) return;
  Elf_Scn* section = find_section(elf.get(), SHT_SYMTAB);
  if (section == nullptr) section = find_section(elf.get(), SHT_DYNSYM);
  if (section == nullptr) return;
  const std::size_t strings = elf64_getshdr(section)->sh_link;
  const Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr) return;
  const std::span symbols(static_cast<const Elf64_Sym*>(data->d_buf),
                          data->d_size / sizeof(Elf64_Sym));
  std::string source;
  for (const Elf64_Sym& symbol : symbols) {
    const char* name = elf_strptr(elf.get(), strings, symbol.st_name);
    if (name == nullptr) continue;
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_FILE) source = name;
    if (symbol.st_shndx == SHN_UNDEF) continue;
    if (type == STT_OBJECT) variables_.emplace_back(name);
    if (type != STT_FUNC) continue;
    const bool is_static = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
    functions_.push_back({.name = name,
                          .source = is_static ? source : "",
                          .address = symbol.st_value,
                          .size_bytes = symbol.st_size});
  }
}

std::vector<const FunctionSymbol*> FunctionTable::find(std::string_view name) const {
  std::vector<const FunctionSymbol*> found;
  for (const FunctionSymbol& function : functions_) {
    if (is_meant(function, name)) found.push_back(&function);
  }
  return found;
}

std::optional<std::string> FunctionTable::unique_name(const FunctionSymbol& function) const {
  for (const std::string& name :
       {function.name, fmt::format("{}@{}", function.name, function.source)}) {
    const std::vector<const FunctionSymbol*> found = find(name);
    const bool is_alone = std::ranges::all_of(
        found, [&](const FunctionSymbol* other) { return other->address == function.address; });
    if (!found.empty() && is_alone) return name;
  }
  return std::nullopt;
}

bool FunctionTable::has_variable(std::string_view name) const {
  return std::ranges::find(variables_, name) != variables_.end();
}

std::vector<std::string> FunctionTable::variants(std::string_view name) const {
  const std::string prefix = std::string(name) + ".";
  std::vector<std::string> found;
  for (const FunctionSymbol& function : functions_) {
    if (function.name.starts_with(prefix)) found.push_back(function.name);
  }
  return found;
}

std::uint64_t FunctionTable::room_bytes(const FunctionSymbol& function) const {
  const std::uint64_t in_segment = file_.at(function.address).size();
  const auto next =
      std::ranges::upper_bound(functions_, function.address, {}, &FunctionSymbol::address);
  if (next == functions_.end()) return in_segment;
  return std::min(in_segment, next->address - function.address);
}

std::string FunctionTable::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const FunctionSymbol& function : functions_) names.push_back(function.name);
  return kernel::nearest_name(name, names);
}

}  // namespace smpi::load
