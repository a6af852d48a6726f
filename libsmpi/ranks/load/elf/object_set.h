// SPDX-License-Identifier: BSD-3-Clause
//
// Which files each rank needs a copy of: the program, and the libraries that hold state of a rank.
//
// A tool, a library that wraps MPI calls, is private too: it keeps its counts for one process.
// Any other library is private when the user says so, when it calls MPI itself (its state is that
// of one MPI process), and when it uses a private library (its calls must reach the right copy).
// So is the runtime library of Fortran when a private object is linked with it. All other libraries
// are loaded once: their state is shared, which is right for libm and fatal for nothing that does
// not know about ranks.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {

// A library as the dynamic linker searches it for symbols: the program first, then breadth first.
struct SearchedObject {
  std::optional<std::size_t> private_object;  // index into ObjectSet::private_objects
  std::string shared_library;                 // path or name of any other, for dlopen
  bool is_tool = false;                       // searched before MPI
};

struct ObjectSet {
  // The private libraries in the order their constructors run (what a library needs comes before
  // it), and the program last.
  std::vector<std::unique_ptr<ElfFile>> private_objects;
  std::vector<SearchedObject> search_order;
};

// `tool` may be empty. Throws InputError when a library is missing, belongs to another MPI or
// cannot be private, or when `private_names` names one that the program does not use.
ObjectSet collect_objects(const std::string& program_path, const std::string& tool,
                          std::span<const std::string> private_names);

// The same for a library that a rank loads while it runs; indices into private_objects in the
// search order count from the `known` objects, which the rank has. The set has no private objects
// when all ranks share the library. Throws InputError.
ObjectSet collect_late_objects(const std::string& path, std::span<const ObjectInfo> known);

// Does the name belong to MPI's or our own API, in C or Fortran?
bool is_mpi_name(std::string_view name);

// The file that `name` on the command line means: with '/' as it is, else from the working
// directory or PATH. Throws InputError.
std::string find_program(const std::string& name);

}  // namespace smpi::load
