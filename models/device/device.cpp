// SPDX-License-Identifier: BSD-3-Clause
//
// Making the devices of a host.
#include "models/device/device.h"

#include <utility>

namespace smpi::models {

Devices::Devices(kernel::Engine& engine, DeviceSpec device_spec, std::size_t host_count)
    : operations(engine), spec(std::move(device_spec)), hosts_(host_count) {}

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

}  // namespace smpi::models
