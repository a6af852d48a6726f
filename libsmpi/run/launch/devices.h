// SPDX-License-Identifier: BSD-3-Clause
//
// --devices and --kernels: accelerators of hosts (docs/accelerators.md).
#pragma once

#include <string>

#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/run/launch/arguments.h"
#include "models/platform/platform.h"

namespace smpi::launch {

// Throws InputError where they have no effect: kernels without devices, traces in place of
// programs.
void refuse_useless_devices(const Arguments& arguments);
// Throws InputError for wrong files and names. Nothing without --devices.
void make_devices(const Arguments& arguments, AssembledSimulation& simulation);
// A line of --describe-platform; empty without --devices. Throws InputError.
std::string describe_devices(const Arguments& arguments, const models::Platform& platform);

}  // namespace smpi::launch
