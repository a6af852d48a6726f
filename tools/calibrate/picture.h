// SPDX-License-Identifier: BSD-3-Clause
//
// The fits as a picture: an SVG file, which browsers show and which needs no library.
//
// A row for each kernel: on the left predicted over measured seconds, both logarithmic, with the
// line where they are equal; on the right the residuals over measured seconds. A colour for each
// model.
#pragma once

#include <string>
#include <vector>

#include "tools/calibrate/model.h"

namespace smpi::calibrate {

// REQUIRES: the same kernels in all models.
std::string draw_picture(const std::string& title, const std::vector<const Model*>& models);

}  // namespace smpi::calibrate
