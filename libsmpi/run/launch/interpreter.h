// SPDX-License-Identifier: BSD-3-Clause
//
// Commands that mean a Python interpreter, or a script that names one.
//
// Debian's python3 is bound to one address, so no rank could have a copy of it. A launcher that is
// built with libsmpi runs the same interpreter from its library (wrappers/python), and takes its
// place.
#pragma once

#include <string>
#include <vector>

namespace smpi::launch {

struct ProgramCommand {
  std::string file;                            // what to load
  std::vector<std::string> argv;               // of the program
  std::vector<std::string> private_libraries;  // of which ranks need copies
  bool is_interpreted = false;
};

// Does the command name the interpreter that ranks can have copies of? The name alone means that of
// the system: another one that is first in PATH has other modules, and no launcher. A path means
// what it names.
bool is_system_python(const std::string& command);

// The program for a command and its arguments. Throws InputError when it needs the launcher and
// there is none.
ProgramCommand resolve_command(const std::string& file, std::vector<std::string> argv);

}  // namespace smpi::launch
