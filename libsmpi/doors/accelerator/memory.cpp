// SPDX-License-Identifier: BSD-3-Clause
//
// Allocating and freeing: addresses of devices, which have no pages, and memory of the host that
// devices reach.
#include <limits>

#include "libsmpi/doors/accelerator/copies.h"
#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::accelerator {

using devices::DeviceMemory;
using devices::Residence;
using memory::Address;
using memory::address_of;

int allocate(const DeviceCall& call, void** pointer, std::size_t size_bytes) {
  if (!call.can_go_on()) return call.error();
  if (pointer == nullptr) return invalid_value;
  *pointer = nullptr;
  if (size_bytes == 0) return success;
  Context& context = call.context();
  const auto size = static_cast<double>(size_bytes);
  const double free_bytes =
      call.mine().state.devices.spec.memory_bytes - context.device->used_bytes;
  if (size > free_bytes) return out_of_memory;
  const auto begin = call.mine().memory.allocate(context.index, size_bytes,
                                                 call.mine().state.settings.content_bytes);
  if (!begin || *begin == 0) return out_of_memory;
  context.device->used_bytes += size;
  *pointer = reinterpret_cast<void*>(*begin);
  return success;
}

int allocate_pitched(const DeviceCall& call, void** pointer, std::size_t* pitch, std::size_t width,
                     std::size_t height) {
  constexpr std::size_t row_alignment = 512;
  if (pitch == nullptr) return invalid_value;
  *pitch = (width + row_alignment - 1) / row_alignment * row_alignment;
  if (height != 0 && *pitch > std::numeric_limits<std::size_t>::max() / height)
    return invalid_value;
  return allocate(call, pointer, *pitch * height);
}

int allocate_host(const DeviceCall& call, void** pointer, std::size_t size_bytes,
                  Residence residence) {
  if (!call.can_go_on()) return call.error();
  if (pointer == nullptr) return invalid_value;
  *pointer = nullptr;
  if (size_bytes == 0) return success;
  const Address begin =
      call.mine().memory.allocate_host(size_bytes, residence, call.context().index);
  *pointer = reinterpret_cast<void*>(begin);
  return begin == 0 ? out_of_memory : success;
}

int register_host(const DeviceCall& call, void* pointer, std::size_t size_bytes) {
  if (!call.can_go_on()) return call.error();
  if (pointer == nullptr || size_bytes == 0) return invalid_value;
  const bool is_new =
      call.mine().memory.register_host(address_of(pointer), size_bytes, call.context().index);
  return is_new ? success : host_memory_already_registered;
}

int unregister_host(const DeviceCall& call, void* pointer) {
  if (!call.can_go_on()) return call.error();
  DeviceMemory& memory = call.mine().memory;
  const auto block = memory.find(address_of(pointer));
  if (block == memory.end() || block->first != address_of(pointer) || block->second.is_ours) {
    return host_memory_not_registered;
  }
  memory.release(block);
  return success;
}

int release(const DeviceCall& call, void* pointer, Wait wait) {
  if (!call.can_go_on()) return call.error();
  if (pointer == nullptr) return success;
  DeviceMemory& memory = call.mine().memory;
  const auto block = memory.find(address_of(pointer));
  if (block == memory.end() || block->first != address_of(pointer) || !block->second.is_ours ||
      block->second.residence == Residence::pinned) {
    return invalid_value;
  }
  Context& context = call.mine().context(block->second.device);
  if (block->second.residence == Residence::device) {
    context.device->used_bytes -= static_cast<double>(block->second.size_bytes);
  }
  // Before the block goes: what uses it may still be under way.
  if (wait == Wait::yes) call.mine().synchronize(context);
  memory.release(block);
  return success;
}

int release_host(const DeviceCall& call, void* pointer) {
  if (!call.can_go_on()) return call.error();
  if (pointer == nullptr) return success;
  DeviceMemory& memory = call.mine().memory;
  const auto block = memory.find(address_of(pointer));
  if (block == memory.end() || block->first != address_of(pointer) || !block->second.is_ours ||
      block->second.residence != Residence::pinned) {
    return invalid_value;
  }
  call.mine().synchronize(call.context());
  memory.release(block);
  return success;
}

int memory_info(const DeviceCall& call, std::size_t* free_bytes, std::size_t* total_bytes) {
  if (!call.can_go_on()) return call.error();
  if (free_bytes == nullptr || total_bytes == nullptr) return invalid_value;
  const double all_bytes = call.mine().state.devices.spec.memory_bytes;
  *total_bytes = static_cast<std::size_t>(all_bytes);
  *free_bytes = static_cast<std::size_t>(all_bytes - call.context().device->used_bytes);
  return success;
}

}  // namespace smpi::accelerator
