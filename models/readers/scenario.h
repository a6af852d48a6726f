// SPDX-License-Identifier: BSD-3-Clause
//
// Scenarios: failures, slow nodes and noise on any platform, without a change of its files
// (docs/failures.md has the form of the file).
#pragma once

#include <cstdint>
#include <string>

#include "models/platform/platform.h"

namespace smpi::models {

// Reads a scenario (TOML) and adds its changes to the profiles of `platform`. `seed` starts what is
// drawn before the run: hosts and cables by share, phases of noise. Throws InputError.
void add_scenario(const std::string& path, Platform& platform, std::uint64_t seed);

}  // namespace smpi::models
