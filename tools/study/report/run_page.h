// SPDX-License-Identifier: BSD-3-Clause
//
// The page of one run (docs/report.md), from what smpirun --report recorded.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace smpi::study {

// Is this file a record of a run, and not a plan?
bool is_run_record(std::string_view text);
// Throws InputError for what is not a record that this version knows; `path` is for the message.
nlohmann::ordered_json parse_run_record(const std::string& text, const std::string& path);
std::string run_page(const nlohmann::ordered_json& record);

}  // namespace smpi::study
