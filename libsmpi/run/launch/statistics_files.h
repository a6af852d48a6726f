// SPDX-License-Identifier: BSD-3-Clause
//
// The files of smpirun --stats FILE.json: the statistics, and the matrices FILE.messages.csv and
// FILE.bytes.csv beside them.
#pragma once

#include <string>

#include "libsmpi/watch/record/run_statistics.h"

namespace smpi::launch {

// Throws InputError when a file cannot be written, or has another suffix.
void require_statistics(const std::string& path);
// Throws InputError.
void write_statistics(const std::string& path, const record::RunStatistics& statistics,
                      const Simulation& simulation);

}  // namespace smpi::launch
