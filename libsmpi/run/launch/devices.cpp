// SPDX-License-Identifier: BSD-3-Clause
//
// What is said of devices before a run, and after it.
#include "libsmpi/run/launch/devices.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/devices/device_file.h"
#include "libsmpi/cost/devices/state.h"
#include "libsmpi/run/launch/energy_summary.h"
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

std::optional<DeviceEnergy> summarize_device_energy(const Simulation& simulation) {
  if (simulation.devices == nullptr) return std::nullopt;
  const models::Devices& devices = simulation.devices->devices;
  if (!devices.spec.power) return std::nullopt;
  const double duration_s = simulation.engine.now_s();
  const double count =
      static_cast<double>(simulation.platform.hosts.count()) * devices.spec.count_per_host;
  const double total_j = devices.energy_j(duration_s);
  return DeviceEnergy{.total_j = total_j,
                      .idle_j = count * devices.spec.power->idle_w * duration_s,
                      .mean_w = duration_s > 0 ? total_j / duration_s : 0};
}

std::string format_energy(const DeviceEnergy& energy) {
  return fmt::format("devices {}, {:.0f} % of it idle, mean {}", with_prefix(energy.total_j, "J"),
                     energy.total_j > 0 ? 100 * energy.idle_j / energy.total_j : 100.0,
                     with_prefix(energy.mean_w, "W"));
}

nlohmann::ordered_json energy_json(const DeviceEnergy& energy) {
  return {{"total_j", energy.total_j}, {"idle_j", energy.idle_j}, {"mean_w", energy.mean_w}};
}

}  // namespace smpi::launch
