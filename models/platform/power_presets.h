// SPDX-License-Identifier: BSD-3-Clause
//
// Power of devices that are often asked for, by name: switch_wattage = "preset:1gbe-48".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/platform/power_properties.h"

namespace smpi::models {

// Replaces values "preset:NAME" by numbers. Returns a warning for each, with its source: nobody has
// checked these numbers. Throws InputError for a name that is not there.
std::vector<std::string> expand_power_presets(Properties& properties, std::string_view owner,
                                              const PropertyPlace& place);

}  // namespace smpi::models
