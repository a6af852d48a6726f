// SPDX-License-Identifier: BSD-3-Clause
//
// One picture of a fit: for each quantity its medians with bars from the 10 % to the 90 % quantile,
// the fitted lines, breaks (dashed) and thresholds of the protocol (solid), residuals below; and
// ratios of contention.
#pragma once

#include <string>

#include "tools/calibrate/network/fit.h"

namespace smpi::calibrate::network {

// SVG.
std::string draw_fit(const NetworkFit& fit);

}  // namespace smpi::calibrate::network
