// SPDX-License-Identifier: BSD-3-Clause
//
// Which rank of a run goes to which host: --placement, a hostfile, or one rank to each host of the
// platform in turn.
#pragma once

#include <vector>

#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/hostfile.h"
#include "libsmpi/run/placement/policy.h"
#include "models/platform/platform.h"

namespace smpi::launch {

// Prints what the policy has to tell, and a note when hosts get more ranks than they have places
// for, unless the run is quiet. Throws InputError.
Mapping place_run(const Arguments& arguments, const models::Platform& platform);

// The hosts of a hostfile, each with the ranks that it takes. Throws InputError.
std::vector<placement::Node> hostfile_nodes(const std::string& path,
                                            const models::Platform& platform);

}  // namespace smpi::launch
