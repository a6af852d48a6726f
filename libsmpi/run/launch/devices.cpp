// SPDX-License-Identifier: BSD-3-Clause
//
// What is said of devices before a run.
#include "libsmpi/run/launch/devices.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/devices/device_file.h"
#include "libsmpi/cost/devices/state.h"
#include "models/platform/units.h"

namespace smpi::launch {

void refuse_useless_devices(const Arguments& arguments) {
  if (arguments.devices.empty()) {
    if (arguments.kernel_files.empty()) return;
    throw kernel::InputError("kernels have costs, but hosts have no devices",
                             {.text = "--kernels " + arguments.kernel_files.front(),
                              .hint = "give --devices COUNTxNAME, too"});
  }
  if (!arguments.is_replay()) return;
  throw kernel::InputError("a trace says nothing of devices, so hosts of a replay have none",
                           {.text = "--devices " + arguments.devices});
}

void make_devices(const Arguments& arguments, AssembledSimulation& simulation) {
  if (arguments.devices.empty()) return;
  simulation.set_devices(
      std::make_unique<devices::State>(simulation, arguments.devices, arguments.kernel_files));
}

std::string describe_devices(const Arguments& arguments, const models::Platform& platform) {
  if (arguments.devices.empty()) return {};
  std::vector<devices::DeviceFile> files;
  for (const std::string& path : arguments.kernel_files) {
    files.push_back(devices::read_device_file(path));
  }
  const models::DeviceSpec spec = devices::choose_device(arguments.devices, files);
  const std::size_t host_count = platform.hosts.count();
  return fmt::format("devices     {}, {} per host: {}, {} each, {}, memory {}\n",
                     host_count * spec.count_per_host, spec.count_per_host, spec.full_name,
                     models::format_size(spec.memory_bytes), models::format_speed(spec.peak_flops),
                     models::format_bandwidth(spec.memory_bytes_per_s));
}

}  // namespace smpi::launch
