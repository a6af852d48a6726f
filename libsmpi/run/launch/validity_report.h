// SPDX-License-Identifier: BSD-3-Clause
//
// What a run asked of a measured network that the measurements do not cover, in one line.
#pragma once

#include <string>

#include "models/network/measured.h"
#include "models/platform/platform.h"

namespace smpi::launch {

// Empty when nothing is known of measurements, or less than a hundredth of messages and bytes have
// sizes that were not measured, and no host receives four flows or more at once for more than a
// tenth of the time.
std::string describe_validity(models::Network& network, const models::Platform& platform);

}  // namespace smpi::launch
