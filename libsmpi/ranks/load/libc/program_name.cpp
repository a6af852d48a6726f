// SPDX-License-Identifier: BSD-3-Clause
//
// The two forms of a program's name.
#include "libsmpi/ranks/load/libc/program_name.h"

#include <errno.h>

#include <cstring>

namespace smpi::load {
namespace {

char* short_form(char* name) {
  char* slash = std::strrchr(name, '/');
  return slash == nullptr ? name : slash + 1;
}

}  // namespace

void set_program_name(LibcVariables& variables, const std::string& name) {
  *variables.program_name = const_cast<char*>(name.c_str());
  *variables.program_short_name = short_form(*variables.program_name);
}

// libc keeps the pointer until the process ends.
void set_program_name_of_libc(const std::string& name) {
  program_invocation_name = strdup(name.c_str());
  program_invocation_short_name = short_form(program_invocation_name);
}

}  // namespace smpi::load
