// SPDX-License-Identifier: BSD-3-Clause
//
// The page of one run (docs/report.md), from what smpirun --report recorded.
#pragma once

#include <string>
#include <string_view>

namespace smpi::study {

// Is this file a record of a run, and not a plan?
bool is_run_record(std::string_view text);
// The page of a record. Throws InputError for what is not a record that this version knows, or not
// a whole one; `path` is for the message.
std::string run_page(const std::string& text, const std::string& path);

}  // namespace smpi::study
