// SPDX-License-Identifier: BSD-3-Clause
//
// --devices and --kernels: accelerators of hosts (docs/accelerators.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
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

// What the devices of a run took; nullopt where nothing says it.
struct DeviceEnergy {
  double total_j = 0;
  double idle_j = 0;  // of that, what they would have taken without kernels
  double mean_w = 0;  // of all of them together
};
std::optional<DeviceEnergy> summarize_device_energy(const Simulation& simulation);
// "devices 1.2 MJ, idle 40 %, mean 2.3 kW"
std::string format_energy(const DeviceEnergy& energy);
nlohmann::ordered_json energy_json(const DeviceEnergy& energy);

}  // namespace smpi::launch
