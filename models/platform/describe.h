// SPDX-License-Identifier: BSD-3-Clause
//
// A platform in words, for smpirun --describe-platform.
#pragma once

#include <string>
#include <string_view>

#include "models/platform/describe.h"
#include "models/platform/platform.h"
#include "models/platform/uniform_traffic.h"

namespace smpi::models {

// Hosts, links, diameter, bisection bandwidth where a formula exists, power and cost where they are
// given, and the route between two hosts when both are named. `ways` are those of uniform traffic,
// if not ways 0. Throws InputError for a host that does not exist.
std::string describe_platform(const Platform& platform, std::string_view from = {},
                              std::string_view to = {}, const WayLoads* ways = nullptr);

}  // namespace smpi::models
