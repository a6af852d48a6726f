// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --what-if: what would a faster network, faster processors or collectives that cost
// nothing bring? The program runs again for each change (docs/what-if.md), with the same seed.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Prints simulated times in one table and writes the summary: that of the run as given, with
// `what_if`. Returns the exit status of the run that failed, or 0. Throws InputError.
int run_what_if(const Arguments& arguments);

}  // namespace smpi::launch
