// SPDX-License-Identifier: BSD-3-Clause
//
// The table of variables, and the two ways to bind one.
#include "libsmpi/ranks/load/elf/variable_binding.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {
namespace {

struct Variable {
  std::string_view name;
  void (*use_storage)(LibcVariables& variables, std::byte* storage);
  void* (*address)(const LibcVariables& variables);
};

// `member` points to the rank's variable.
template <auto member>
constexpr Variable variable(std::string_view name) {
  return {name,
          [](LibcVariables& variables, std::byte* storage) {
            auto*& pointer = variables.*member;
            std::memcpy(storage, pointer, sizeof *pointer);
            pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(storage);
          },
          [](const LibcVariables& variables) -> void* { return variables.*member; }};
}

constexpr std::array table = {
    variable<&LibcVariables::optind>("optind"),
    variable<&LibcVariables::opterr>("opterr"),
    variable<&LibcVariables::optopt>("optopt"),
    variable<&LibcVariables::optarg>("optarg"),
    variable<&LibcVariables::environ>("environ"),
    variable<&LibcVariables::environ>("__environ"),
    variable<&LibcVariables::environ>("_environ"),
    variable<&LibcVariables::program_name>("program_invocation_name"),
    variable<&LibcVariables::program_name>("__progname_full"),
    variable<&LibcVariables::program_short_name>("program_invocation_short_name"),
    variable<&LibcVariables::program_short_name>("__progname")};

}  // namespace

VariableBinding::VariableBinding(std::span<const ObjectInfo> objects) {
  for (std::size_t i = 0; i < objects.size(); i++) {
    const ElfFile& file = *objects[i].file;
    for (const Elf64_Rela& relocation : file.data_relocations()) {
      const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
      if (symbol == 0) continue;
      const auto found = std::ranges::find(table, file.symbol_name(symbol), &Variable::name);
      if (found == table.end()) continue;
      const Use use{.object = i,
                    .address = relocation.r_offset,
                    .addend = static_cast<std::uint64_t>(relocation.r_addend),
                    .variable = static_cast<std::size_t>(found - table.begin())};
      const auto type = ELF64_R_TYPE(relocation.r_info);
      const bool defined_here = file.symbols()[symbol].st_shndx != SHN_UNDEF;
      if (type == R_X86_64_COPY) {
        storages_.push_back(use);
      } else if (!defined_here && (type == R_X86_64_GLOB_DAT || type == R_X86_64_64)) {
        pointers_.push_back(use);
      }
    }
  }
}

void VariableBinding::bind(std::span<std::byte* const> bases, LibcVariables& variables) const {
  for (const Use& use : storages_) {
    table[use.variable].use_storage(variables, bases[use.object] + use.address);
  }
  for (const Use& use : pointers_) {
    const auto value =
        reinterpret_cast<std::uint64_t>(table[use.variable].address(variables)) + use.addend;
    std::memcpy(bases[use.object] + use.address, &value, sizeof value);
  }
}

}  // namespace smpi::load
