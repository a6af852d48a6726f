// SPDX-License-Identifier: BSD-3-Clause
//
// Finding what to replace, and saying why it cannot be.
#include "libsmpi/ranks/load/elf/function_replacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "libsmpi/ranks/load/elf/function_table.h"

namespace smpi::load {
namespace {

constexpr std::array<unsigned char, 6> jump_opcode = {0xff, 0x25, 0, 0, 0, 0};
constexpr auto breakpoint_opcode = std::byte{0xcc};
constexpr std::size_t jump_bytes = jump_opcode.size() + sizeof(std::uint64_t);
static_assert(jump_bytes == replacement_bytes);

using Where = kernel::InputError::Where;

[[noreturn]] void refuse(const std::string& message, const std::string& name, Where where,
                         std::string hint) {
  where.text = name;
  where.hint = std::move(hint);
  throw kernel::InputError(message, where);
}

// Nobody defines or uses the name: says what comes near.
[[noreturn]] void refuse_unknown(std::span<const std::unique_ptr<ElfFile>> files,
                                 const std::string& name, const Where& where) {
  std::string nearest;
  for (const std::unique_ptr<ElfFile>& file : files) {
    const FunctionTable table(*file);
    const std::vector<std::string> variants = table.variants(name);
    if (!variants.empty()) {
      refuse(
          fmt::format("the compiler has specialised this function ({})", fmt::join(variants, ", ")),
          name, where, "compile its file with -fno-ipa-cp -fno-ipa-sra, or declare it noipa");
    }
    if (table.has_variable(name)) refuse("this is a variable, not a function", name, where, "");
    const auto is_meant = [&](std::string_view other) { return other == name; };
    if (!file->undefined_symbols(is_meant).empty()) {
      refuse("this function is in a library that all ranks share", name, where,
             "--cfg=smpi/privatize-libs:LIBRARY gives each rank a library of its own");
    }
    if (nearest.empty()) nearest = table.nearest(name);
  }
  refuse("the program has no function of this name", name, where,
         nearest.empty() ? "stripped, or inlined everywhere? nm lists the names"
                         : fmt::format("did you mean '{}'? (nm lists the names)", nearest));
}

const FunctionSymbol& only_one(const std::vector<const FunctionSymbol*>& found,
                               const std::string& name, const Where& where) {
  for (const FunctionSymbol* other : found) {
    if (other->address == found.front()->address) continue;
    refuse(fmt::format("{} functions have this name", found.size()), name, where,
           fmt::format("name one of them by its source: {}@{}", name, other->source));
  }
  return *found.front();
}

std::vector<FunctionTable> tables_of(std::span<const std::unique_ptr<ElfFile>> files) {
  std::vector<FunctionTable> tables;
  tables.reserve(files.size());
  for (const std::unique_ptr<ElfFile>& file : files) tables.emplace_back(*file);
  return tables;
}

}  // namespace

FunctionReplacement::FunctionReplacement(std::span<const std::unique_ptr<ElfFile>> files,
                                         std::span<const Replacement> replacements) {
  if (replacements.empty()) return;
  const std::vector<FunctionTable> tables = tables_of(files);
  for (const Replacement& replacement : replacements) {
    bool found = false;
    for (std::size_t i = 0; i < files.size(); i++) {
      found = replace_definition(*files[i], i, tables[i], replacement) || found;
      if (replacement.code == nullptr) continue;
      found = replace_references(*files[i], i, replacement) || found;
    }
    if (!found && !replacement.optional) {
      refuse_unknown(files, replacement.name, replacement.where);
    }
  }
}

bool FunctionReplacement::replace_definition(ElfFile& file, std::size_t object,
                                             const FunctionTable& table,
                                             const Replacement& replacement) {
  const auto found = table.find(replacement.name);
  if (found.empty()) return false;
  const FunctionSymbol& function = only_one(found, replacement.name, replacement.where);
  if (replacement.code == nullptr) {
    set_breakpoint(file, object, function.address, replacement.name);
    return true;
  }
  if (table.room_bytes(function) < jump_bytes) {
    refuse(fmt::format("this function has only {} bytes of code", table.room_bytes(function)),
           replacement.name, replacement.where,
           fmt::format("{} are needed; compile its file with -falign-functions=16", jump_bytes));
  }
  std::array<std::byte, jump_bytes> jump;
  const auto target = reinterpret_cast<std::uint64_t>(replacement.code);
  std::memcpy(jump.data(), jump_opcode.data(), jump_opcode.size());
  std::memcpy(jump.data() + jump_opcode.size(), &target, sizeof target);
  file.patch(function.address, jump);
  return true;
}

// Functions with one body have one breakpoint.
void FunctionReplacement::set_breakpoint(ElfFile& file, std::size_t object, std::uint64_t address,
                                         const std::string& name) {
  Breakpoint made{.name = name, .object = object, .address = address, .original = {}};
  const auto same = std::ranges::find_if(breakpoints_, [&](const Breakpoint& other) {
    return other.object == object && other.address == address;
  });
  if (same != breakpoints_.end()) {
    made.original = same->original;
  } else {
    const std::span<const std::byte> code = file.at(address);
    std::memcpy(made.original.data(), code.data(), std::min(code.size(), made.original.size()));
    file.patch(address, std::array{breakpoint_opcode});
  }
  breakpoints_.push_back(std::move(made));
}

bool FunctionReplacement::replace_references(const ElfFile& file, std::size_t object,
                                             const Replacement& replacement) {
  bool found = false;
  for (const auto& relocations : {file.data_relocations(), file.call_relocations()}) {
    for (const Elf64_Rela& relocation : relocations) {
      const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
      const auto type = ELF64_R_TYPE(relocation.r_info);
      if (symbol == 0 || file.symbol_name(symbol) != replacement.name) continue;
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) continue;
      references_.push_back({.object = object,
                             .address = relocation.r_offset,
                             .value = reinterpret_cast<std::uint64_t>(replacement.code)});
      found = true;
    }
  }
  return found;
}

void FunctionReplacement::bind(std::span<std::byte* const> bases) const {
  for (const Reference& reference : references_) {
    std::memcpy(bases[reference.object] + reference.address, &reference.value,
                sizeof reference.value);
  }
}

std::vector<CodeRange> find_code(std::span<const std::unique_ptr<ElfFile>> files,
                                 std::span<const NamedFunction> functions) {
  std::vector<CodeRange> ranges;
  for (std::size_t name = 0; name < functions.size(); name++) {
    const NamedFunction& wanted = functions[name];
    const std::size_t before = ranges.size();
    for (std::size_t i = 0; i < files.size(); i++) {
      const FunctionTable table(*files[i]);
      for (const FunctionSymbol* function : table.find(wanted.name)) {
        // A return address is behind its call, so the last one may be that of the function's end.
        ranges.push_back({.function = name,
                          .object = i,
                          .begin = function->address + 1,
                          .end = function->address + function->size_bytes + 1});
      }
    }
    if (ranges.size() == before) refuse_unknown(files, wanted.name, wanted.where);
  }
  return ranges;
}

}  // namespace smpi::load
