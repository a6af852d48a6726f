// SPDX-License-Identifier: BSD-3-Clause
//
// What a fit found, for people: a table of residuals, thresholds, ratios of contention, and notes.
#pragma once

#include <string>

#include "tools/calibrate/network/fit.h"

namespace smpi::calibrate::network {

// A few lines.
std::string summary_text(const NetworkFit& fit);
// A row for each quantity and segment.
std::string residual_table(const NetworkFit& fit);
// The largest median residual of a segment of a round trip or a call.
double worst_median_residual(const NetworkFit& fit);

}  // namespace smpi::calibrate::network
