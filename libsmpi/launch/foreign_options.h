// SPDX-License-Identifier: BSD-3-Clause
//
// Options of SimGrid that have no effect here, because what they tune does not exist or cannot
// change a result. Command lines and platform files that have them keep working; the user is told.
#pragma once

#include "kernel/options.h"

namespace smpi::launch {

void declare_foreign_options(kernel::Options& options);
// Prints a line for each one that was set, with the reason.
void report_foreign_options(const kernel::Options& options);

}  // namespace smpi::launch
