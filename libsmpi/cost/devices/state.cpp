// SPDX-License-Identifier: BSD-3-Clause
//
// Reading what a run with devices is told, and times of kernels.
#include "libsmpi/cost/devices/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"
#include "models/platform/units.h"

namespace smpi::devices {
namespace {

constexpr kernel::OptionSpec table[] = {
    {"accel/unknown", kernel::OptionKind::text, "estimate",
     "kernels that no file names: estimate them from their threads, or error"},
    {"accel/content", kernel::OptionKind::text, "0",
     "device memory has content in blocks of up to so many bytes, such as 4KiB, or all"},
    {"accel/call-time", kernel::OptionKind::number, "-1",
     "seconds of the host for a call that gives a device work; negative: as the device says"},
    {"accel/kernel-engines", kernel::OptionKind::number, "0",
     "kernels that a device runs at a time; 0: as the device says"},
    {"accel/mpi", kernel::OptionKind::text, "direct",
     "messages in memory of devices: direct, as MPI that knows devices sends them, or staged: they "
     "are copied to the host and back"},
    {"accel/pageable-access", kernel::OptionKind::boolean, "no",
     "kernels may use memory of the host that is not pinned"},
};

std::vector<DeviceFile> read_files(const std::vector<std::string>& paths) {
  std::vector<DeviceFile> files;
  for (const std::string& path : paths) files.push_back(read_device_file(path));
  return files;
}

models::DeviceSpec choose(const std::string& text, const std::vector<DeviceFile>& files,
                          const kernel::Options& options) {
  models::DeviceSpec spec = choose_device(text, files);
  const double call_s = options.number("accel/call-time");
  if (call_s >= 0) spec.call_s = call_s;
  const double engines = options.number("accel/kernel-engines");
  if (!(engines >= 0 && engines <= 128 && engines == std::floor(engines))) {
    throw kernel::InputError(
        "not a number of engines",
        {.text = "accel/kernel-engines:" + options.text("accel/kernel-engines"),
         .hint = "a whole number up to 128; 0: as the device says"});
  }
  if (engines > 0) spec.kernel_engine_count = static_cast<std::uint32_t>(engines);
  return spec;
}

Settings read_settings(const kernel::Options& options) {
  Settings settings;
  const std::string& unknown = options.text("accel/unknown");
  if (unknown != "estimate" && unknown != "error") {
    throw kernel::InputError("unknown kernels are estimated or an error",
                             {.text = "accel/unknown:" + unknown,
                              .hint = "accel/unknown:estimate or accel/unknown:error"});
  }
  settings.unknown = unknown == "error" ? UnknownKernel::error : UnknownKernel::estimate;
  const std::string& content = options.text("accel/content");
  settings.content_bytes =
      content == "all" ? HUGE_VAL
                       : models::parse_quantity(content, models::Quantity::size_bytes).value;
  if (settings.content_bytes == 0) settings.content_bytes = -1;  // not even empty blocks
  settings.allows_pageable = options.boolean("accel/pageable-access");
  const std::string& path = options.text("accel/mpi");
  if (path != "direct" && path != "staged") {
    throw kernel::InputError(
        "not a way of messages between devices",
        {.text = "accel/mpi:" + path, .hint = "accel/mpi:direct or accel/mpi:staged"});
  }
  settings.messages = path == "staged" ? MessagePath::staged : MessagePath::direct;
  return settings;
}

}  // namespace

std::span<const kernel::OptionSpec> options() {
  return table;
}

State::State(Simulation& simulation_, const std::string& device,
             const std::vector<std::string>& paths)
    : simulation(simulation_),
      files(read_files(paths)),
      devices(simulation.engine, choose(device, files, simulation.options),
              simulation.platform.hosts.count(), &rows),
      kernels(files),
      settings(read_settings(simulation.options)) {
  reserve_device_addresses(devices.spec.count_per_host);
}

State::~State() = default;

RankDevices& State::of(Rank& rank) {
  if (ranks_.size() <= rank.process) ranks_.resize(simulation.ranks.size());
  std::unique_ptr<RankDevices>& mine = ranks_[rank.process];
  if (mine == nullptr) {
    const AddressRange addresses = reserve_device_addresses(devices.spec.count_per_host);
    mine = std::make_unique<RankDevices>(*this, rank, addresses);
    rank.memory.folded.add(addresses);
    simulation.folds_memory = true;
  }
  return *mine;
}

const LibraryEntry* State::library(const std::string& routine) const {
  for (const DeviceFile& file : files) {
    const auto found = file.library.find(routine);
    if (found != file.library.end()) return &found->second;
  }
  return nullptr;
}

double State::seconds(const WorkCost& cost, const double* values, const Rank& rank) const {
  double duration_s = 0;
  if (cost.is_roofline) {
    duration_s = std::max(cost.flops.evaluate(values) / devices.spec.peak_flops,
                          cost.bytes.evaluate(values) / devices.spec.memory_bytes_per_s);
  } else {
    const double mean_s = cost.time.flops.evaluate(values);
    duration_s = simulation.modeled->noise.drawn_flops(cost.time, values, mean_s, rank.process,
                                                       modeled::CallKind::overlay);
  }
  return duration_s + devices.spec.kernel_latency_s;
}

bool State::copy_message(const Rank& rank, const void* buffer, double size_bytes,
                         models::CopyWay way, const models::OperationEnd& end) {
  if (rank.process >= ranks_.size() || ranks_[rank.process] == nullptr) return false;
  RankDevices& mine = *ranks_[rank.process];
  const auto block = mine.memory.find(memory::address_of(buffer));
  if (block == mine.memory.end() || block->second.residence != Residence::device) return false;
  Context& context = mine.context(block->second.device);
  const models::OperationRef copy =
      devices.operations.make(devices.host_copy(*context.device, way, size_bytes, false), end);
  if (rows.is_observed()) [[unlikely]] {
    const bool is_in = way == models::CopyWay::to_device;
    std::uint32_t& place = context.message_rows[is_in ? 1 : 0];
    devices.operations.set_row(copy, rows.row_of(place, mine, context.index, [&] {
      return is_in ? "messages to device" : "messages to host";
    }));
  }
  devices.operations.issue(copy);
  return true;
}

std::string State::describe_unknown() const {
  constexpr std::size_t named_most = 8;
  const std::vector<const Kernel*> all = kernels.unknown();
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), named_most); i++) {
    const Kernel& kernel = *all[i];
    const LaunchShape& shape = kernel.first_shape;
    text += fmt::format(
        "smpirun: no file says what kernel {} costs: {} launches, the first of {} x {} x {} blocks "
        "of {} "
        "threads, are estimated by {} bytes of memory per thread\n",
        kernel.name, kernel.launch_count, shape.grid[0], shape.grid[1], shape.grid[2],
        shape.block[0] * shape.block[1] * shape.block[2], unknown_thread_bytes);
  }
  if (all.size() > named_most) {
    text += fmt::format("smpirun: and {} more kernels\n", all.size() - named_most);
  }
  if (!all.empty()) {
    text +=
        fmt::format("  hint: give --kernels FILE.toml with [kernels.{}] (docs/accelerators.md)\n",
                    without_scope(short_name(all.front()->name, true)));
  }
  return text;
}

}  // namespace smpi::devices
