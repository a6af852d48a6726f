// SPDX-License-Identifier: BSD-3-Clause
//
// What can only be decided before a process starts: running under a debugger (-gdb, -wrapper) or
// another command (starting_commands.h), and a tool library that comes before ours in the dynamic
// linker's search order (--tool, for programs that cannot be cloned). All start smpirun again.
#pragma once

#include <string>
#include <vector>

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Replaces this process when the arguments ask for it and it was not done yet.
void re_execute_if_needed(const Arguments& arguments);

// Starts smpirun again under the words of commands, with another program in the place of its last
// `replaced_count` words. Throws InputError when the first command cannot start.
[[noreturn]] void re_execute_under(std::vector<std::string> commands, std::size_t replaced_count,
                                   const std::vector<std::string>& program);

// Was this process started with the tool in front of libsmpi?
bool is_tool_preloaded();
// Starts smpirun again with the tool in front of libsmpi: one copy of it for all ranks.
[[noreturn]] void re_execute_with_tool(const Arguments& arguments);

}  // namespace smpi::launch
