// SPDX-License-Identifier: BSD-3-Clause
//
// What a launch checks, costs and computes.
#include "libsmpi/doors/accelerator/launches.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::accelerator {
namespace {

using devices::Kernel;
using devices::LaunchShape;

constexpr std::uint32_t block_threads_max = 1024;

bool is_possible(const Dimensions& size) {
  return size.x > 0 && size.y > 0 && size.z > 0;
}

LaunchShape shape_of(const Launch& what) {
  return {.grid = {what.grid.x, what.grid.y, what.grid.z},
          .block = {what.block.x, what.block.y, what.block.z},
          .shared_bytes = what.shared_bytes};
}

[[noreturn]] void end_without_cost(const Rank& rank, const Kernel& kernel,
                                   const LaunchShape& shape) {
  rank.simulation.end_early(
      {.why = EarlyEnd::Why::mpi_error,
       .exit_status = 2,
       .report = fmt::format(
           "{}: no file says what the kernel {} costs (grid {} x {} x {}, block {} x {} x {})\n"
           "  give --kernels FILE.toml with [kernels.{}], or --cfg=accel/unknown:estimate",
           describe_rank(rank), kernel.name, shape.grid[0], shape.grid[1], shape.grid[2],
           shape.block[0], shape.block[1], shape.block[2],
           devices::without_scope(devices::short_name(kernel.name, true)))});
}

[[noreturn]] void end_with_wrong_time(const Rank& rank, const Kernel& kernel, double duration_s) {
  const modeled::KernelCost& cost = kernel.entry->cost.time;
  rank.simulation.end_early(
      {.why = EarlyEnd::Why::mpi_error,
       .exit_status = 2,
       .report = fmt::format("{}:{}: not a possible time, {} s, is the cost of kernel {}\n  "
                             "launched by {}",
                             cost.file, cost.line, duration_s, kernel.name, describe_rank(rank))});
}

models::OperationCost cost_of(const DeviceCall& call, models::Device& device, const Kernel& kernel,
                              const LaunchShape& shape, void** arguments) {
  const devices::State& state = call.mine().state;
  const models::DeviceSpec& spec = state.devices.spec;
  if (kernel.entry == nullptr) {
    if (state.settings.unknown == devices::UnknownKernel::error) {
      end_without_cost(call.rank(), kernel, shape);
    }
    const double bytes = shape.thread_count() * devices::unknown_thread_bytes;
    return state.kernel_cost(device,
                             {.name = kernel.label.c_str(),
                              .kind = models::WorkKind::kernel,
                              .duration_s = spec.kernel_latency_s + bytes / spec.memory_bytes_per_s,
                              .flops = 0,
                              .peak_flops = spec.peak_flops});
  }
  std::array<double, devices::kernel_scalars_max + std::size(devices::launch_names)> values;
  const modeled::Signature& signature = kernel.entry->signature;
  devices::read_scalars(signature, arguments, values.data());
  double* next = values.data() + signature.scalars.size();
  for (const std::uint32_t size : shape.grid) *next++ = size;
  for (const std::uint32_t size : shape.block) *next++ = size;
  *next++ = shape.thread_count();
  *next = static_cast<double>(shape.shared_bytes);
  const double duration_s = state.seconds(kernel.entry->cost, values.data(), call.rank());
  if (!(duration_s >= 0 && duration_s < 1e300)) {
    end_with_wrong_time(call.rank(), kernel, duration_s);
  }
  const devices::WorkCost& cost = kernel.entry->cost;
  const double flops = cost.is_roofline ? cost.flops.evaluate(values.data()) : 0;
  return state.kernel_cost(device, {.name = kernel.label.c_str(),
                                    .kind = models::WorkKind::kernel,
                                    .duration_s = duration_s,
                                    .flops = flops,
                                    .peak_flops = spec.peak_flops});
}

// May the kernel use what its arguments point to? Says so where not.
bool reaches_memory(const DeviceCall& call, const Kernel& kernel, void** arguments) {
  if (kernel.entry == nullptr) return true;
  RankDevices& mine = call.mine();
  for (const modeled::Argument& pointer : kernel.entry->signature.pointers) {
    void* address = nullptr;
    std::memcpy(&address, arguments[pointer.position], sizeof address);
    if (address == nullptr) continue;  // kernels take it for "not there"
    const auto block = mine.memory.find(memory::address_of(address));
    if (block != mine.memory.end()) {
      const Context& context = call.context();
      const bool is_far = block->second.residence == devices::Residence::device &&
                          block->second.device != context.index;
      if (!is_far || (context.peers >> block->second.device & 1) != 0) continue;
      call.report(
          fmt::format("argument {} of kernel {} is memory of device {}, which device {} "
                      "cannot reach without peer access",
                      pointer.name, kernel.name, block->second.device, context.index));
      return false;
    }
    const bool is_of_device = mine.memory.is_device_address(memory::address_of(address));
    if (!is_of_device && mine.state.settings.allows_pageable) continue;
    call.report(fmt::format("argument {} of kernel {} points to {}", pointer.name, kernel.name,
                            is_of_device ? "device memory that is not allocated (any more)"
                                         : "memory of the host that is not pinned"));
    return false;
  }
  return true;
}

// A kernel that a plug-in computes, with copies of its arguments.
struct Computation {
  devices::KernelFunction compute;
  LaunchShape shape;
  std::vector<std::uint64_t> words;

  void run() {
    std::vector<void*> arguments;
    for (std::uint64_t& word : words) arguments.push_back(&word);
    compute(arguments.data(), &shape);
  }
};

models::OperationEnd computation_of(const Kernel& kernel, const LaunchShape& shape,
                                    void** arguments) {
  auto* const work = new Computation{.compute = kernel.compute, .shape = shape, .words = {}};
  const modeled::Signature& signature = kernel.entry->signature;
  work->words.resize(signature.scalars.size() + signature.pointers.size());
  for (const auto* all : {&signature.scalars, &signature.pointers}) {
    for (const modeled::Argument& argument : *all) {
      const bool is_value = argument.passing == modeled::Argument::Passing::value;
      const std::size_t size = is_value ? modeled::size_bytes(argument.type) : sizeof(void*);
      std::memcpy(&work->words[argument.position], arguments[argument.position], size);
    }
  }
  return {.done =
              [](void* self, std::uint32_t) {
                const std::unique_ptr<Computation> mine(static_cast<Computation*>(self));
                mine->run();
              },
          .owner = work};
}

// A function of the program that runs between two operations of a stream, in a strand of its own.
struct HostCall {
  RankDevices& mine;
  HostFunction function;
  void* data;
  models::OperationRef after;
  Strand strand;

  static void reached(void* self, std::uint32_t) {
    auto& call = *static_cast<HostCall*>(self);
    call.strand.rank = &call.mine.rank;
    call.strand.actor =
        &call.mine.rank.simulation.engine.spawn([&call] { call.run(); }, &call.strand);
  }
  void run() {
    function(data);
    mine.state.devices.operations.issue(after);
    kernel::Engine& engine = mine.rank.simulation.engine;
    delete this;
    engine.finish_current();
  }
};

}  // namespace

int launch(const DeviceCall& call, const Launch& what) {
  if (!call.can_go_on()) return call.error();
  RankDevices& mine = call.mine();
  Kernel* const kernel = mine.find_kernel(what.function);
  if (kernel == nullptr) return invalid_device_function;
  const double block_threads = 1.0 * what.block.x * what.block.y * what.block.z;
  if (!is_possible(what.grid) || !is_possible(what.block) || block_threads > block_threads_max) {
    return invalid_configuration;
  }
  const StreamChoice choice = choose_stream(mine, what.stream);
  if (choice.context == nullptr) return invalid_handle;
  const LaunchShape shape = shape_of(what);
  if (kernel->launch_count++ == 0) kernel->first_shape = shape;
  choice.context->device->kernel_count++;
  call.charge();
  if (!reaches_memory(call, *kernel, what.arguments)) {
    mine.sticky_error = illegal_address;
    return success;
  }
  const models::OperationCost cost =
      cost_of(call, *choice.context->device, *kernel, shape, what.arguments);
  models::OperationEnd end;
  const bool has_content = mine.state.settings.content_bytes > 0;
  if (kernel->compute != nullptr && has_content) {
    end = computation_of(*kernel, shape, what.arguments);
  }
  mine.submit(*choice.context, choice.stream, cost, end);
  return success;
}

int launch_host_function(const DeviceCall& call, void* stream, HostFunction function, void* data) {
  if (!call.can_go_on()) return call.error();
  if (function == nullptr) return invalid_value;
  RankDevices& mine = call.mine();
  const StreamChoice choice = choose_stream(mine, stream);
  if (choice.context == nullptr) return invalid_handle;
  call.charge();
  auto* const work =
      new HostCall{.mine = mine, .function = function, .data = data, .after = {}, .strand = {}};
  mine.submit_around(*choice.context, choice.stream, {.done = HostCall::reached, .owner = work},
                     work->after);
  return success;
}

}  // namespace smpi::accelerator
