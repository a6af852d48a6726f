// SPDX-License-Identifier: BSD-3-Clause
//
// What a compiler wrapper was asked to do, and the command that does it.
//
// Programs must be loadable many times into one process, so they are compiled with -fPIC, without
// unique symbols (one copy of an inline variable for the whole process) and with thread-local
// variables that any copy can have. Linkers turn the last of these back into accesses that only a
// main executable can make, unless the output is a shared object. So programs are linked as shared
// objects that also have what an executable has: start code, an interpreter and an entry point.
// They run alone like any executable. References inside the program are bound at link time
// (-Bsymbolic) and missing symbols are errors (-z defs), as in an executable.
//
// Objects and archives that were not compiled with -fPIC cannot be linked that way; then the same
// link is done as an ordinary position-independent executable.
#pragma once

#include <string>
#include <vector>

#include "wrappers/compiler/accelerator.h"

namespace smpi::wrappers {

struct Language {
  const char* wrapper;                   // "smpicc"
  const char* name;                      // "C"
  const char* default_compiler;          // "cc" of the system
  std::vector<const char*> environment;  // variables that name another compiler, first one wins
  bool is_fortran = false;
  Accelerator accelerator = Accelerator::none;
};

// Where things are, found from the wrapper's own place.
struct Installation {
  std::string include_directory;
  std::string fortran_directory;  // mpif.h and the module files
  std::string library_directory;
  std::string object_directory;  // interpreter.o: the section that names the dynamic linker
};

enum class Stage { nothing, compile, link_library, link_program };

class Command {
 public:
  Command(const Language& language, const Installation& installation,
          std::vector<std::string> compiler, std::vector<std::string> arguments);

  Stage stage() const { return stage_; }
  // Set when the arguments ask for what cannot be done.
  const std::string& refusal() const { return refusal_; }

  // The whole command; `as_library` is how programs are linked first.
  std::vector<std::string> words(bool as_library) const;
  std::vector<std::string> compile_flags() const;
  // The flags for linking against libsmpi, without those that make a program relocatable.
  std::vector<std::string> link_flags() const;
  std::vector<std::string> include_directories() const;
  std::vector<std::string> libraries() const;  // as -l takes them
  const std::vector<std::string>& compiler() const { return compiler_; }

 private:
  void read_arguments();

  const Language& language_;
  const Installation& installation_;
  std::vector<std::string> compiler_;
  std::vector<std::string> arguments_;
  Stage stage_ = Stage::nothing;
  std::string refusal_;
};

// One line for people and for scripts; words with blanks are quoted.
std::string join(const std::vector<std::string>& words);

}  // namespace smpi::wrappers
