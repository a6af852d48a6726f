// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of the program and its private libraries by number, the same for all copies. Signal
// handlers ask at() where they are: it neither allocates nor locks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/elf/function_table.h"

namespace smpi::load {
class Instance;
struct ObjectInfo;
}  // namespace smpi::load

namespace smpi::observe {

using FunctionNumber = std::uint32_t;

// Where a function begins, in all copies.
struct FunctionPlace {
  std::size_t object = 0;
  std::uint64_t address = 0;  // as in the file
  bool operator==(const FunctionPlace&) const = default;
};

class ProgramFunctions {
 public:
  struct Function {
    std::string name;  // that overlays know it by; empty: several have it
    std::string file;  // path
    FunctionPlace place;
    std::uint64_t end = 0;
    std::uint64_t room_bytes = 0;
  };

  // Reads the tables, once: of the program that the first rank runs.
  void learn(const load::Instance& instance);
  bool is_known() const { return objects_ != nullptr; }

  // The function of a code address in any copy. Of a return address, pass the byte before it.
  std::optional<FunctionNumber> at(const load::Instance& instance, const void* address) const;
  // Is the address in the first instructions of this function?
  bool is_at_entry(FunctionNumber number, const load::Instance& instance,
                   const void* address) const;
  const Function& operator[](FunctionNumber number) const { return functions_[number]; }
  std::size_t count() const { return functions_.size(); }

 private:
  const load::ObjectInfo* objects_ = nullptr;
  std::vector<Function> functions_;  // by object, then by address
  std::vector<std::size_t> first_;   // by object, and the end
};

}  // namespace smpi::observe
