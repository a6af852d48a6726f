// SPDX-License-Identifier: BSD-3-Clause
//
// Other code in the place of functions of the program, for all its copies.
//
// A function that a private object defines is replaced at its entry: the first bytes of its code
// become a jump. That catches every call, also those that the compiler bound directly within one
// object, and calls of static functions; binding by symbols would miss them. A function of a shared
// library is replaced where the program refers to it: in the pointers that relocation fills in. So
// what the library itself and other programs' parts call stays as it is.
//
//   ff 25 00 00 00 00   jmp *0(%rip)     uses no register: callers in the same source file may
//   <address, 8 bytes>                   keep values in any that the function did not change
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {

class FunctionTable;

struct Replacement {
  std::string name;            // of the function's symbol, or symbol@source for a static one
  const void* code = nullptr;  // called in its place; nullptr: a breakpoint (int3), no other code
  kernel::InputError::Where where;  // who asked for it, for errors
  bool optional = false;            // a program without the function is right too
};

// A replacement without code, in all copies of the program.
struct Breakpoint {
  std::string name;
  std::size_t object;
  std::uint64_t address;                 // as in the file
  std::array<std::uint8_t, 4> original;  // the first bytes of the function's code
};

// The code of functions that a user named.
struct NamedFunction {
  std::string name;
  kernel::InputError::Where where;
};
struct CodeRange {
  std::size_t function;  // index of the name
  std::size_t object;
  std::uint64_t begin;  // addresses as in the file
  std::uint64_t end;
};
// Throws InputError for a name that no private object defines as a function.
std::vector<CodeRange> find_code(std::span<const std::unique_ptr<ElfFile>> files,
                                 std::span<const NamedFunction> functions);

// Code bytes that replacing by other code takes.
inline constexpr std::size_t replacement_bytes = 14;

class FunctionReplacement {
 public:
  // Patches `files` and finds the references in them. Throws InputError for a name that is not a
  // function, that the program does not use, that several functions have, or whose code is too
  // short for a jump.
  FunctionReplacement(std::span<const std::unique_ptr<ElfFile>> files,
                      std::span<const Replacement> replacements);

  // Binds the references of a new copy.
  void bind(std::span<std::byte* const> bases) const;

  std::span<const Breakpoint> breakpoints() const { return breakpoints_; }

 private:
  struct Reference {
    std::size_t object;
    std::uint64_t address;
    std::uint64_t value;
  };
  bool replace_definition(ElfFile& file, std::size_t object, const FunctionTable& table,
                          const Replacement& replacement);
  void set_breakpoint(ElfFile& file, std::size_t object, std::uint64_t address,
                      const std::string& name);
  bool replace_references(const ElfFile& file, std::size_t object, const Replacement& replacement);

  std::vector<Reference> references_;
  std::vector<Breakpoint> breakpoints_;
};

}  // namespace smpi::load
