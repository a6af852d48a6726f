// SPDX-License-Identifier: BSD-3-Clause
//
// The variables of libc that a program accesses directly and of which each rank has its own:
// optind and the like, environ, the program's name.
//
// A program either brings storage of its own (a copy relocation, in executables compiled without
// -fPIC): then the replaced functions of the rank work on that storage. Or it finds the variable
// through a pointer in its data: then the pointer is set to the rank's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/libc/libc_state.h"

namespace smpi::load {

class VariableBinding {
 public:
  // Finds all uses in the relocations of the private objects.
  explicit VariableBinding(std::span<const ObjectInfo> objects);

  // Binds those of one copy, whose objects are at `bases`.
  void bind(std::span<std::byte* const> bases, LibcVariables& variables) const;

 private:
  struct Use {
    std::size_t object;
    std::uint64_t address;  // of the storage or of the pointer, relative to the object
    std::uint64_t addend;
    std::size_t variable;  // index into the table of variables
  };
  std::vector<Use> storages_;
  std::vector<Use> pointers_;
};

}  // namespace smpi::load
