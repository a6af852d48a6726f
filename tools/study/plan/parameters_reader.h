// SPDX-License-Identifier: BSD-3-Clause
//
// The table [parameters] of a plan.
#pragma once

#include <vector>

#include "models/readers/toml_fwd.h"
#include "tools/study/plan/design.h"
#include "tools/study/plan/expression.h"

namespace smpi::study {

// More values than anybody waits for.
inline constexpr std::size_t points_most = 1'000'000;

// A number or a text. Throws InputError.
Value parameter_value(const models::TomlFile& file, const toml::node& node);

// In the order of the file. Throws InputError.
std::vector<Axis> read_parameters(const models::TomlFile& file);

}  // namespace smpi::study
