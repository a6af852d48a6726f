// SPDX-License-Identifier: BSD-3-Clause
//
// What a run with devices keeps: the devices, the files that say what kernels cost, and for each
// rank that uses devices its streams, events and memory. Without --devices there is none of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/cost/devices/device_file.h"
#include "libsmpi/cost/devices/kernels.h"
#include "libsmpi/cost/devices/rank_devices.h"
#include "libsmpi/cost/devices/work_rows.h"
#include "models/device/device.h"

namespace smpi {
class Simulation;
struct Rank;
}  // namespace smpi

namespace smpi::devices {

// The options of this folder.
std::span<const kernel::OptionSpec> options();

// What a kernel without a cost does.
enum class UnknownKernel : std::uint8_t { estimate, error };

// How messages come from and to memory of devices.
enum class MessagePath : std::uint8_t { direct, staged };

struct Settings {
  UnknownKernel unknown = UnknownKernel::estimate;
  double content_bytes = 0;      // device blocks up to this size have content
  bool allows_pageable = false;  // may kernels use memory of the host that is not pinned?
  MessagePath messages = MessagePath::direct;
};

class State {
 public:
  // `device` is the text of --devices, `files` are those of --kernels. Throws InputError.
  State(Simulation& simulation, const std::string& device, const std::vector<std::string>& files);
  ~State();

  Simulation& simulation;
  const std::vector<DeviceFile> files;
  WorkRows rows;
  models::Devices devices;
  Kernels kernels;
  const Settings settings;

  // Of a rank; made when first asked for.
  RankDevices& of(Rank& rank);
  // What a library call such as "dgemm" costs when a file says so.
  const LibraryEntry* library(const std::string& routine) const;
  // Seconds of a kernel or a library call on a device; `values` are the arguments of its formulas.
  double seconds(const WorkCost& cost, const double* values, const Rank& rank) const;
  // What such work, of this name and kind, asks of the engine for kernels.
  struct KernelWork {
    const char* name;
    models::WorkKind kind;
    double duration_s;
    double flops;
    double peak_flops;
  };
  models::OperationCost kernel_cost(models::Device& device, const KernelWork& work) const {
    return {.engine = &device.kernels,
            .duration_s = work.duration_s,
            .power_w = devices.spec.kernel_power_w(work.flops, work.peak_flops, work.duration_s),
            .name = work.name,
            .kind = work.kind};
  }
  // Copies so many bytes at an address between a device of the rank and the host, and tells `end`.
  // False, and nothing is told, when the address is not on a device.
  bool copy_message(const Rank& rank, const void* buffer, double size_bytes, models::CopyWay way,
                    const models::OperationEnd& end);
  // Lines for the user about kernels that no file names; empty where there are none.
  std::string describe_unknown() const;

 private:
  std::vector<std::unique_ptr<RankDevices>> ranks_;  // by process
};

}  // namespace smpi::devices
