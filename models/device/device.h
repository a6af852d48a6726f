// SPDX-License-Identifier: BSD-3-Clause
//
// Devices of hosts: accelerators with memory, engines and cables.
//
// A device has engines for kernels, one for copies in each direction, one for copies to other
// devices and one for copies inside its memory. A host has two cables that the copies of all its
// devices share, one in each direction. All devices of a run are of one kind.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/device/operations.h"
#include "models/platform/ids.h"

namespace smpi::models {

// Latency and rate of one copy.
struct CopyLaw {
  double latency_s = 0;
  double bandwidth_bytes_per_s = std::numeric_limits<double>::infinity();
};

// What a device takes: when nothing runs, while a kernel runs that waits for memory, and while one
// runs at the peak of its arithmetic. Copies add nothing.
struct AcceleratorPower {
  double idle_w = 0;
  double busy_w = 0;
  double peak_w = 0;
};

// What the data sheet of a device says.
struct DeviceSpec {
  std::string name;       // "mi250x_gcd"
  std::string full_name;  // as programs are told
  double memory_bytes = 0;
  double peak_flops = 0;         // of kernels
  double matrix_peak_flops = 0;  // of library calls that multiply matrices
  double memory_bytes_per_s = 0;
  CopyLaw to_device;
  CopyLaw to_host;
  double pageable_bytes_per_s = std::numeric_limits<double>::infinity();  // bound of such copies
  CopyLaw peer;                                                           // to another device
  double host_bytes_per_s = std::numeric_limits<double>::infinity();  // of all devices of a host
  double call_s = 0;            // what a call that gives the device work costs the host
  double kernel_latency_s = 0;  // added to each kernel
  std::uint32_t kernel_engine_count = 1;
  std::uint32_t multiprocessor_count = 1;
  std::uint32_t warp_size = 32;
  std::uint32_t count_per_host = 1;
  std::optional<AcceleratorPower> power;  // nullopt: nothing says what it takes

  // What a kernel adds to the idle power that takes so long for so many flops at that peak.
  double kernel_power_w(double flops, double kernel_peak_flops, double duration_s) const;
};

enum class CopyWay : std::uint8_t { to_device, to_host };

struct HostCables {
  HostCables(DeviceOperations& operations, double bandwidth_bytes_per_s)
      : to_device(operations, bandwidth_bytes_per_s), to_host(operations, bandwidth_bytes_per_s) {}
  DeviceCable to_device;
  DeviceCable to_host;
};

struct Device {
  HostId host = 0;
  std::uint32_t index = 0;  // on its host
  HostCables* cables = nullptr;
  double used_bytes = 0;
  std::uint64_t kernel_count = 0;
  DeviceEngine kernels;
  DeviceEngine copies_in;
  DeviceEngine copies_out;
  DeviceEngine copies_to_peers;
  DeviceEngine copies_inside;
};

class Devices {
 public:
  // `watcher` outlives it.
  Devices(kernel::Engine& engine, DeviceSpec device_spec, std::size_t host_count,
          OperationWatcher* watcher = nullptr);

  DeviceOperations operations;
  const DeviceSpec spec;

  // A device of a host; made when first asked for. REQUIRES: index < spec.count_per_host.
  Device& at(HostId host, std::uint32_t index);
  // What the devices of all hosts took until `duration_s`, used or not. REQUIRES: spec.power.
  double energy_j(double duration_s) const;
  // A copy between a device and its host. Memory of the host that is not pinned has a bound.
  OperationCost host_copy(Device& device, CopyWay way, double size_bytes, bool is_pageable) const;
  // Calls visit(device) for each device that was used, in the order of hosts.
  template <class Visit>
  void for_each_used(Visit&& visit) const {
    for (const auto& host : hosts_) {
      if (host == nullptr) continue;
      for (const Device& device : host->devices) visit(device);
    }
  }

 private:
  struct Host {
    Host(DeviceOperations& operations, double bandwidth_bytes_per_s)
        : cables(operations, bandwidth_bytes_per_s) {}
    HostCables cables;
    std::vector<Device> devices;
  };
  std::vector<std::unique_ptr<Host>> hosts_;  // by id; nullptr: none of its devices is used
};

}  // namespace smpi::models
