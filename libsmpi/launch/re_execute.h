// SPDX-License-Identifier: BSD-3-Clause
//
// What can only be decided before a process starts: running under a debugger (-gdb, -wrapper), and
// a tool library that comes before ours in the dynamic linker's search order (--tool, for programs
// that cannot be cloned). Both start smpirun again.
#pragma once

#include "libsmpi/launch/arguments.h"

namespace smpi::launch {

// Replaces this process when the arguments ask for it and it was not done yet.
void re_execute_if_needed(const Arguments& arguments);

// Was this process started with the tool in front of libsmpi?
bool is_tool_preloaded();
// Starts smpirun again with the tool in front of libsmpi: one copy of it for all ranks.
[[noreturn]] void re_execute_with_tool(const Arguments& arguments);

}  // namespace smpi::launch
