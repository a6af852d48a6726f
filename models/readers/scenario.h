// SPDX-License-Identifier: BSD-3-Clause
//
// Scenarios: failures, slow nodes and noise on any platform, without a change of its files
// (docs/failures.md has the form of the file).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

// [restart]: what follows when a failed host ends the run.
struct Restart {
  int line = 0;                     // of the file
  double delay_s = 0;               // until it starts again
  std::vector<HostId> spares = {};  // take the place of hosts that fail, the first one first
  std::string folder = {};          // for files that are written; empty: they are not kept
  std::uint64_t vain_max = 1000;    // starts in a row that get no further
};

// Reads a scenario (TOML) and adds its changes to the profiles of `platform`. `seed` starts what is
// drawn before the run: hosts and cables by share, phases of noise. Returns its [restart]. Throws
// InputError.
std::optional<Restart> add_scenario(const std::string& path, Platform& platform,
                                    std::uint64_t seed);

}  // namespace smpi::models
