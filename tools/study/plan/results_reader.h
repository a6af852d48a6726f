// SPDX-License-Identifier: BSD-3-Clause
//
// The table [results] of a plan: what is kept of each run, in which unit, and what is better.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/readers/toml_file.h"
#include "tools/study/plan/plan.h"

namespace smpi::study {

// Which of the known words a key has. Throws InputError.
std::size_t choice(const models::TomlFile& file, const toml::node& node, std::string_view what,
                   std::span<const std::string_view> known);

// In the order of the file. Throws InputError.
std::vector<Result> read_results(const models::TomlFile& file, const toml::node& node,
                                 bool uses_smpirun);

// Of a number of a run's summary, by its key (docs/summary.md): names there end with their units.
// Empty: it has none.
std::string summary_unit(std::string_view key);

}  // namespace smpi::study
