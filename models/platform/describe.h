// SPDX-License-Identifier: BSD-3-Clause
//
// A platform in words, for smpirun --describe-platform.
#pragma once

#include <string>
#include <string_view>

#include "models/platform/describe.h"
#include "models/platform/platform.h"

namespace smpi::models {

// Hosts, links, diameter, bisection bandwidth where a formula exists, and the route between two
// hosts when both are named. Throws InputError for a host that does not exist.
std::string describe_platform(const Platform& platform, std::string_view from = {},
                              std::string_view to = {});

}  // namespace smpi::models
