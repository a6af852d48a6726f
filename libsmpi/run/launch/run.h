// SPDX-License-Identifier: BSD-3-Clause
//
// One run of smpirun, from parsed arguments to the exit status.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Exit status of bad input.
inline constexpr int input_error_status = 2;

// Runs the program on the simulated machine and prints the summary. Throws kernel::InputError.
int run(Arguments arguments);

}  // namespace smpi::launch
