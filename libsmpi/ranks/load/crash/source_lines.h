// SPDX-License-Identifier: BSD-3-Clause
//
// From a code address to function, file and line, with libdw.
//
// Debug information is opened when the first report asks for it, never before: reading that of a
// large program takes longer than many simulations.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace smpi::load {

// A place in the source, as far as symbols and debug information tell it.
struct CodeLocation {
  std::string function;  // demangled; empty when unknown
  std::string file;      // empty without debug information
  int line = 0;
  std::string object;  // the executable or library, without directories

  // Such as "solve (main.c:12)", "solve (a.out)" or "a.out".
  std::string text() const;
};

class SourceLines {
 public:
  SourceLines();
  ~SourceLines();
  // `address` is relative to the load address of the file.
  CodeLocation find(const std::string& path, std::uint64_t address);

 private:
  struct Module;
  std::map<std::string, std::unique_ptr<Module>> modules_;
};

// What the dynamic linker knows about an address outside the copies: its symbol and its library.
// Nothing for libsmpi's own code.
std::optional<CodeLocation> find_shared_code(const void* address);

}  // namespace smpi::load
