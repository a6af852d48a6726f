// SPDX-License-Identifier: BSD-3-Clause
//
// Options of SimGrid that have no effect here, because what they tune does not exist or cannot
// change a result. Command lines and platform files that have them keep working; the user is told.
#pragma once

#include <string>
#include <vector>

#include "kernel/options.h"

namespace smpi::kernel {
class CommandLine;
}

namespace smpi::launch {

// Those of the command line. Parsing appends a note for each one without effect to `given`, and
// throws InputError for those without which the run would be another one.
void declare_foreign_words(kernel::CommandLine& app, std::vector<std::string>& given);
void report_foreign_words(const std::vector<std::string>& given);

// Those of --cfg.
void declare_foreign_options(kernel::Options& options);
// Prints a line for each one that was set, with the reason.
void report_foreign_options(const kernel::Options& options);

}  // namespace smpi::launch
