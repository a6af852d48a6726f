// SPDX-License-Identifier: BSD-3-Clause
//
// What a run left in a folder: its output, its summary, its last words.
#pragma once

#include <filesystem>
#include <string>

#include "tools/study/runs/job.h"
#include "tools/study/store/outcome.h"

namespace smpi::study {

// The last line that it said in `folder`, but for smpirun's closing lines.
std::string last_words(const std::filesystem::path& folder);
// Why a run of this exit status failed; empty: it did not.
std::string failure_of(const Job& job, const std::filesystem::path& folder, int exit_status);
// Output, summary and results, and why there are none.
void read_what_it_wrote(const Job& job, const std::filesystem::path& folder, Outcome& outcome);

}  // namespace smpi::study
