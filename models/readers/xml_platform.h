// SPDX-License-Identifier: BSD-3-Clause
//
// Platform files: the XML of SimGrid.
#pragma once

#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

// Reads a platform file of SimGrid's version 4 or 4.1. Throws InputError with file and line. Files
// that it names are looked for in `include_folders` first, then beside it.
Platform read_platform_file(const std::string& path,
                            const std::vector<std::string>& include_folders = {});

}  // namespace smpi::models
