// SPDX-License-Identifier: BSD-3-Clause
//
// A run in a process of its own, for commands that need several: one process has one simulation,
// and a run that crashes must not take the others along.
#pragma once

#include <functional>
#include <string>

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Calls `body` in a child and waits for it. Returns its result as an exit status;
// input_error_status after it threw an InputError, which is printed; 128 + N after signal N. The
// child ends when this process does, and before it when a signal ends both.
int run_in_child(const std::function<int()>& body);

// Refuses options that have no meaning for a command that runs the program several times. Throws
// InputError.
void refuse_options_of_one_run(const Arguments& arguments, const std::string& command);

// Where files without a name are put.
std::string temporary_folder(const Arguments& arguments);

}  // namespace smpi::launch
