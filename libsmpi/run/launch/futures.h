// SPDX-License-Identifier: BSD-3-Clause
//
// `smpirun --futures FILE.toml`: one run whose past several futures share (docs/futures.md). This
// process starts the run as its child, waits, and prints the table.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Returns the exit status: 0, or that of the first future that failed, in the order of the file.
// Throws kernel::InputError.
int run_futures(Arguments arguments);

}  // namespace smpi::launch
