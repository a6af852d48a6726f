// SPDX-License-Identifier: BSD-3-Clause
//
// The file that smpirun --network reads: sizes are payloads, a row holds for payloads above its
// from_bytes.
#pragma once

#include <string>

#include "tools/calibrate/network/fit.h"

namespace smpi::calibrate::network {

std::string network_text(const NetworkFit& fit);

}  // namespace smpi::calibrate::network
