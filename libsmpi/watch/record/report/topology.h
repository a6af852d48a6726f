// SPDX-License-Identifier: BSD-3-Clause
//
// The machine as a picture needs it: what its cables join, and where switches stand.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/platform/platform.h"

namespace smpi::record {

// {"hosts": number, "names": [...], "levels": [...], "groups": [...], "grid": [...], "cables":
// [[lower, upper, link up, link down], ...]}: nodes are hosts, then switches; a level is the number
// of cables to the nearest host. Hosts and their cables are left out of large machines, and null is
// what has no cables or too many switches for a picture.
nlohmann::ordered_json topology_json(const models::Platform& platform);

}  // namespace smpi::record
