// SPDX-License-Identifier: BSD-3-Clause
//
// Answers from the data sheet of the device and from what the rank has.
#include "libsmpi/doors/accelerator/devices.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <utility>

#include "include/mpi-ext.h"
#include "libsmpi/doors/accelerator/copies.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::accelerator {
namespace {

using devices::Residence;

// Numbers of hipDeviceAttribute_t and cudaDeviceAttr in include/accelerator/smpi_accel/types.h.
enum Attribute : int {
  max_threads_per_block = 1,
  max_block_x = 2,
  max_block_y = 3,
  max_block_z = 4,
  max_grid_x = 5,
  max_grid_y = 6,
  max_grid_z = 7,
  max_shared_memory_per_block = 8,
  warp_size = 10,
  max_registers_per_block = 12,
  overlap = 15,
  multiprocessor_count = 16,
  kernel_time_limit = 17,
  integrated = 18,
  can_map_host_memory = 19,
  compute_mode = 20,
  concurrent_kernels = 31,
  ecc = 32,
  pci_bus = 33,
  pci_device = 34,
  max_threads_per_multiprocessor = 39,
  async_engine_count = 40,
  unified_addressing = 41,
  pci_domain = 50,
  capability_major = 75,
  capability_minor = 76,
  stream_priorities = 78,
  managed_memory = 83,
  pageable_memory_access = 88,
  concurrent_managed_access = 89,
  registered_pointers = 91,
  cooperative_launch = 95,
  max_shared_memory_optin = 97,
};

bool has_device(const DeviceCall& call, int device) {
  return device >= 0 && static_cast<std::uint32_t>(device) < call.mine().device_count();
}

// Nothing for what no data sheet says, such as the rate of the clock.
std::optional<int> attribute_of(const models::DeviceSpec& spec, int attribute, int device) {
  switch (attribute) {
    case max_threads_per_block:
    case max_block_x:
    case max_block_y:
    case max_block_z:
      return block_threads_max;
    case max_grid_x:
    case max_grid_y:
    case max_grid_z:
      return grid_blocks_max;
    case max_shared_memory_per_block:
    case max_shared_memory_optin:
      return static_cast<int>(shared_memory_bytes);
    case warp_size:
      return static_cast<int>(spec.warp_size);
    case max_registers_per_block:
      return block_registers_max;
    case multiprocessor_count:
      return static_cast<int>(spec.multiprocessor_count);
    case concurrent_kernels:
      return spec.kernel_engine_count > 1 ? 1 : 0;
    case max_threads_per_multiprocessor:
      return 2 * block_threads_max;
    case async_engine_count:
      return copy_engines;
    case pci_bus:
      return device + 1;
    case capability_major:
      return capability;
    case can_map_host_memory:
    case overlap:
    case stream_priorities:
    case unified_addressing:
    case managed_memory:
    case concurrent_managed_access:
    case registered_pointers:
    case cooperative_launch:
      return 1;
    case capability_minor:
    case compute_mode:
    case ecc:
    case integrated:
    case kernel_time_limit:
    case pci_device:
    case pci_domain:
      return 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

int last_error(bool forget) {
  RankDevices* const mine = devices_of_caller();
  if (mine == nullptr) return no_device;
  if (mine->sticky_error != 0) return mine->sticky_error;
  return forget ? std::exchange(mine->last_error, 0) : mine->last_error;
}

int device_count(const DeviceCall& call, int* count) {
  if (count == nullptr) return invalid_value;
  *count = 0;
  if (!call.can_go_on()) return call.error();
  *count = static_cast<int>(call.mine().device_count());
  return success;
}

int check_device(const DeviceCall& call, int device) {
  if (!call.can_go_on()) return call.error();
  return has_device(call, device) ? success : invalid_device;
}

int set_device(const DeviceCall& call, int device) {
  if (const int error = check_device(call, device)) return error;
  call.mine().set_current(static_cast<std::uint32_t>(device));
  return success;
}

int get_device(const DeviceCall& call, int* device) {
  if (!call.can_go_on()) return call.error();
  if (device == nullptr) return invalid_value;
  *device = static_cast<int>(call.context().index);
  return success;
}

int device_attribute(const DeviceCall& call, int* value, int attribute, int device) {
  if (const int error = check_device(call, device)) return error;
  if (value == nullptr) return invalid_value;
  const models::DeviceSpec& spec = call.mine().state.devices.spec;
  const std::optional<int> found = attribute_of(spec, attribute, device);
  if (attribute == pageable_memory_access) {
    *value = call.mine().state.settings.allows_pageable ? 1 : 0;
  } else if (found) {
    *value = *found;
  } else {
    return invalid_value;
  }
  return success;
}

int pci_bus_name(const DeviceCall& call, char* text, int size, int device) {
  if (const int error = check_device(call, device)) return error;
  if (text == nullptr || size <= 0) return invalid_value;
  std::snprintf(text, static_cast<std::size_t>(size), "0000:%02x:00.0", device + 1);
  return success;
}

int synchronize_device(const DeviceCall& call) {
  if (!call.can_go_on()) return call.error();
  const WaitingReason reason("a device");
  call.mine().synchronize(call.context());
  return success;
}

int can_access_peer(const DeviceCall& call, int* can, int device, int peer) {
  if (const int error = check_device(call, device)) return error;
  if (const int error = check_device(call, peer)) return error;
  if (can == nullptr) return invalid_value;
  *can = device != peer ? 1 : 0;
  return success;
}

int set_peer_access(const DeviceCall& call, int peer, bool is_wanted) {
  if (const int error = check_device(call, peer)) return error;
  Context& context = call.context();
  if (static_cast<std::uint32_t>(peer) == context.index) return invalid_device;
  const std::uint64_t bit = std::uint64_t{1} << peer;
  const bool is_there = (context.peers & bit) != 0;
  if (is_there == is_wanted) {
    return is_there ? peer_access_already_enabled : peer_access_not_enabled;
  }
  context.peers ^= bit;
  return success;
}

int device_pointer(const DeviceCall& call, void** device, void* host) {
  if (!call.can_go_on()) return call.error();
  if (device == nullptr) return invalid_value;
  const auto block = call.mine().memory.find(memory::address_of(host));
  if (block == call.mine().memory.end()) return invalid_value;
  *device = host;
  return success;
}

int pointer_facts(const DeviceCall& call, PointerFacts& facts, const void* pointer) {
  if (!call.can_go_on()) return call.error();
  const auto block = call.mine().memory.find(memory::address_of(pointer));
  if (block == call.mine().memory.end()) return pointer == nullptr ? invalid_value : success;
  const Residence residence = block->second.residence;
  facts.type = residence == Residence::pinned ? 1 : residence == Residence::device ? 2 : 3;
  facts.device = static_cast<int>(block->second.device);
  facts.device_pointer = const_cast<void*>(pointer);
  facts.host_pointer = residence == Residence::device ? nullptr : facts.device_pointer;
  facts.is_managed = residence == Residence::managed;
  return success;
}

int check_kernel(const DeviceCall& call, const void* function) {
  if (!call.can_go_on()) return call.error();
  return call.mine().find_kernel(function) == nullptr ? invalid_device_function : success;
}

int active_blocks(const DeviceCall& call, int* count, const void* function, int block_size) {
  if (const int error = check_kernel(call, function)) return error;
  if (count == nullptr || block_size <= 0) return invalid_value;
  *count = std::max(1, 2 * block_threads_max / block_size);
  return success;
}

int refuse(const DeviceCall& call) {
  if (!call.can_go_on()) return call.error();
  call.report(fmt::format("{} is not modelled", call.function()));
  return not_supported;
}

}  // namespace smpi::accelerator

#pragma GCC visibility push(default)
extern "C" {

// Of include/mpi-ext.h.
int MPIX_Query_cuda_support(void) {
  return 1;
}
int MPIX_Query_rocm_support(void) {
  return 1;
}

}  // extern "C"
#pragma GCC visibility pop
