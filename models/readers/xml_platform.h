// SPDX-License-Identifier: BSD-3-Clause
//
// Platform files: the XML of SimGrid.
#pragma once

#include <string>

#include "models/platform/platform.h"
#include "models/readers/xml_platform.h"

namespace smpi::models {

// Reads a platform file of SimGrid's version 4 or 4.1. Throws InputError with file and line.
Platform read_platform_file(const std::string& path);

}  // namespace smpi::models
