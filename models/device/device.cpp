// SPDX-License-Identifier: BSD-3-Clause
//
// Making the devices of a host.
#include "models/device/device.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace smpi::models {

double DeviceSpec::kernel_power_w(double flops, double kernel_peak_flops, double duration_s) const {
  if (!power || !(duration_s > 0)) return 0;
  const double share = std::min(1.0, flops / (kernel_peak_flops * duration_s));
  const double added_w = power->busy_w - power->idle_w + (power->peak_w - power->busy_w) * share;
  return added_w / kernel_engine_count;
}

Devices::Devices(kernel::Engine& engine, DeviceSpec device_spec, std::size_t host_count,
                 OperationWatcher* watcher)
    : operations(engine, watcher), spec(std::move(device_spec)), hosts_(host_count) {}

Device& Devices::at(HostId host, std::uint32_t index) {
  if (hosts_[host] == nullptr) {
    hosts_[host] = std::make_unique<Host>(operations, spec.host_bytes_per_s);
    Host& made = *hosts_[host];
    made.devices.resize(spec.count_per_host);
    for (std::uint32_t i = 0; i < spec.count_per_host; i++) {
      Device& device = made.devices[i];
      device.host = host;
      device.index = i;
      device.cables = &made.cables;
      device.kernels.capacity = spec.kernel_engine_count;
    }
  }
  return hosts_[host]->devices[index];
}

double Devices::energy_j(double duration_s) const {
  const auto count = static_cast<double>(hosts_.size() * spec.count_per_host);
  double energy_j = count * spec.power->idle_w * duration_s;
  for_each_used([&](const Device& device) { energy_j += device.kernels.added_j; });
  return energy_j;
}

OperationCost Devices::host_copy(Device& device, CopyWay way, double size_bytes,
                                 bool is_pageable) const {
  const bool is_in = way == CopyWay::to_device;
  const CopyLaw& law = is_in ? spec.to_device : spec.to_host;
  const double bound_bytes_per_s =
      is_pageable ? std::min(law.bandwidth_bytes_per_s, spec.pageable_bytes_per_s)
                  : law.bandwidth_bytes_per_s;
  OperationCost cost{.engine = is_in ? &device.copies_in : &device.copies_out,
                     .duration_s = law.latency_s,
                     .size_bytes = size_bytes,
                     .name = is_in ? "copy to device" : "copy to host"};
  if (spec.host_bytes_per_s == std::numeric_limits<double>::infinity()) {
    cost.duration_s += size_bytes / bound_bytes_per_s;
    return cost;
  }
  cost.cable = is_in ? &device.cables->to_device : &device.cables->to_host;
  cost.bound_bytes_per_s = bound_bytes_per_s;
  return cost;
}

}  // namespace smpi::models
