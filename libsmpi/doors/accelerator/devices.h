// SPDX-License-Identifier: BSD-3-Clause
//
// Questions about devices, pointers and kernels, as HIP and CUDA ask them.
#pragma once

#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {

inline constexpr int block_threads_max = 1024;
inline constexpr int grid_blocks_max = 0x7fffffff;
inline constexpr int block_registers_max = 65536;
inline constexpr int copy_engines = 2;
inline constexpr int capability = 9;  // the major number of what a device can do
inline constexpr std::size_t shared_memory_bytes = 64 << 10;

// The error that hipGetLastError tells; `forget` it where it does not end everything.
int last_error(bool forget);

// All of these return an error code.
int device_count(const DeviceCall& call, int* count);
int check_device(const DeviceCall& call, int device);
int set_device(const DeviceCall& call, int device);
int get_device(const DeviceCall& call, int* device);
int device_attribute(const DeviceCall& call, int* value, int attribute, int device);
int pci_bus_name(const DeviceCall& call, char* text, int size, int device);
int synchronize_device(const DeviceCall& call);
int can_access_peer(const DeviceCall& call, int* can, int device, int peer);
int set_peer_access(const DeviceCall& call, int peer, bool is_wanted);
int device_pointer(const DeviceCall& call, void** device, void* host);

struct PointerFacts {
  int type = 0;  // as hipMemoryType and cudaMemoryType number them
  int device = 0;
  void* device_pointer = nullptr;
  void* host_pointer = nullptr;
  bool is_managed = false;
};
int pointer_facts(const DeviceCall& call, PointerFacts& facts, const void* pointer);

int check_kernel(const DeviceCall& call, const void* function);
int active_blocks(const DeviceCall& call, int* count, const void* function, int block_size);

// A call that is not modelled: says so, and returns its error.
int refuse(const DeviceCall& call);

}  // namespace smpi::accelerator
