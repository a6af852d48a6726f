// SPDX-License-Identifier: BSD-3-Clause
//
// Which links the ways of an oblivious routing policy load: one that does not look at flows. For
// the rate at which uniform traffic fills the first link.
#pragma once

#include <optional>

#include "kernel/options.h"
#include "models/platform/platform.h"
#include "models/platform/uniform_traffic.h"

namespace smpi::models {

// nullopt for `minimal` and for policies that look at flows. Of those that draw, one way per pair
// of hosts is looked at. The platform must outlive the result. Throws InputError.
std::optional<WayLoads> policy_loads(const Platform& platform, const kernel::Options& options);

}  // namespace smpi::models
