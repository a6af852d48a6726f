// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --profile-functions FILE: which functions of the program should an overlay model, and
// what do they cost? The program runs twice, in processes of their own and with all its work: once
// to see where it spends its time (observe/kernel_search.h), once to see how these functions are
// called (observe/kernel_counter.h). Then FILE is an overlay with them.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Returns the exit status of the first run that failed, or 0. Throws InputError for options that do
// not go together and for a file that cannot be written.
int profile_functions(const Arguments& arguments);

}  // namespace smpi::launch
