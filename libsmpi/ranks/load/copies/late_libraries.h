// SPDX-License-Identifier: BSD-3-Clause
//
// Libraries that a rank loads while it runs (dlopen): plug-ins, extension modules of an
// interpreter.
//
// One that calls MPI, or uses symbols that the program or its private libraries define, belongs to
// a rank: each rank that asks for it gets a clone, bound to the rank's own program, as a process of
// its own would have. Any other is the dynamic linker's business, and all ranks share it. What a
// library needs is worked out when the first rank asks for it; the others only map and relocate.
//
// Alternative considered: copying the file and giving it to the dynamic linker. It does not know
// the rank's program, which is a clone, so nothing could be bound to it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/clone_image.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"
#include "libsmpi/ranks/load/elf/object_set.h"
#include "libsmpi/ranks/load/libc/libc_state.h"

namespace smpi::load {

class LateLibrary;

class LateLibraries {
 public:
  // `objects` are those of the program; new ones are added behind them, once for all ranks.
  // `program_order` is the order in which symbols of the program are searched.
  LateLibraries(std::vector<ObjectInfo>& objects, std::vector<SearchedObject> program_order,
                std::vector<Replacement> replacements, Placement& placement);
  ~LateLibraries();
  LateLibraries(const LateLibraries&) = delete;
  LateLibraries& operator=(const LateLibraries&) = delete;

  // How clones are mapped from now on.
  void use_mappings(CloneMappings mappings) { mappings_ = mappings; }

  // The handle of the program itself, with its private libraries.
  LateLibrary* program() const { return libraries_.front().get(); }
  // Loads a library into the running rank, if it is not there yet, and runs its constructors;
  // nullptr: ranks share it. Throws InputError when it belongs to a rank and cannot be cloned.
  LateLibrary* load(LibcState& state, const std::string& path);
  // Is it what load() or program() returned?
  bool is_handle(const void* handle) const;
  // The address of a symbol of a library, or of what it needs, in the rank; nullptr: none.
  static void* find_symbol(const LateLibrary& library, const Instance& instance, const char* name);

 private:
  LateLibrary* find(const std::string& path) const;
  LateLibrary& prepare(const std::string& path);
  void add_copy(const LateLibrary& library, LibcState& state);

  std::vector<ObjectInfo>& objects_;
  std::vector<SearchedObject> program_order_;
  std::vector<Replacement> replacements_;  // each of them optional
  Placement& placement_;
  std::size_t program_count_;
  CloneMappings mappings_ = CloneMappings::separate;
  std::vector<std::unique_ptr<LateLibrary>> libraries_;  // the first is the program
};

}  // namespace smpi::load
