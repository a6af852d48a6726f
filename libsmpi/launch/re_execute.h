// SPDX-License-Identifier: BSD-3-Clause
//
// What can only be decided before a process starts: running under a debugger (-gdb, -wrapper) and
// tool libraries that come before ours in the search order (--tool). Both start smpirun again.
#pragma once

#include "libsmpi/launch/arguments.h"

namespace smpi::launch {

// Replaces this process when the arguments ask for it and it was not done yet.
void re_execute_if_needed(const Arguments& arguments);

}  // namespace smpi::launch
