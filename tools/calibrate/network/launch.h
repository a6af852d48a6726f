// SPDX-License-Identifier: BSD-3-Clause
//
// Typing the commands of a measurement where there is no batch system.
#pragma once

#include "tools/calibrate/network/folder.h"

namespace smpi::calibrate::network {

// Compiles, searches thresholds, plans and runs, in the folder. What the commands say is shown
// unless `is_quiet`. Throws InputError when one fails; then there is no meta.toml.
void measure(const FolderSettings& settings, bool is_quiet);

}  // namespace smpi::calibrate::network
