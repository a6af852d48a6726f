// SPDX-License-Identifier: BSD-3-Clause
//
// What the parts of a short platform take and cost, from a TOML file: the properties of power and
// prices that a <cluster> of a platform file has, by name.
#pragma once

#include <string>
#include <vector>

#include "models/platform/power_properties.h"

namespace smpi::models {

struct PowerFile {
  Properties hosts;    // each of them
  Properties network;  // cables and switches
  PropertyPlace place = no_place;
  std::vector<std::string> warnings;
};

// Throws InputError for a file that cannot be read, and for names and values that no cluster has.
PowerFile read_power_file(const std::string& path);

}  // namespace smpi::models
