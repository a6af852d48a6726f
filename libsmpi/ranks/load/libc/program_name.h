// SPDX-License-Identifier: BSD-3-Clause
//
// What a program is called in the messages of libc: program_invocation_name and its short form.
//
// Programs read variables of their own (variable_binding.h). What libc prints itself (err, warn,
// error, assert, perror's kin) has libc's variables in it, of which there is one for all ranks.
// Setting those at each switch of ranks would cost every switch; they are set once, to the program
// of the command line, so only programs that ranks spawn appear under a name that is not theirs.
#pragma once

#include <string>

#include "libsmpi/ranks/load/libc/libc_state.h"

namespace smpi::load {

// For one rank, before its variables are bound. `name` must outlive it.
void set_program_name(LibcVariables& variables, const std::string& name);

// For libc itself.
void set_program_name_of_libc(const std::string& name);

}  // namespace smpi::load
