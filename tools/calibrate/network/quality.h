// SPDX-License-Identifier: BSD-3-Clause
//
// How far the lines can be trusted: residuals, intervals by bootstrap over sizes, drift between
// runs.
#pragma once

#include <vector>

#include "tools/calibrate/network/fit.h"

namespace smpi::calibrate::network {

// `runs` are the observations of each run alone; with one run there is no drift.
void judge(Curve& curve, const std::vector<std::vector<Observation>>& runs,
           const SegmentSettings& settings);

}  // namespace smpi::calibrate::network
