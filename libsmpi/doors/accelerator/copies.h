// SPDX-License-Identifier: BSD-3-Clause
//
// Memory of devices and copies, as HIP and CUDA have them.
//
// A copy between host and device is an operation of its stream on the copy engine of that
// direction. The host waits for it when the call is synchronous, or when the memory of the host is
// pageable: then a real device has it staged by the driver. Copies inside a device and memset are
// operations that the host does not wait for, whatever the call.
#pragma once

#include <cstddef>

#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {

enum class Wait : std::uint8_t { yes, no };

// A rectangle of bytes: `height` rows of `width` bytes, so far apart.
struct Rectangle {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width_bytes = 0;
  std::size_t height = 1;
};

// All of them return an error code.
int allocate(const DeviceCall& call, void** pointer, std::size_t size_bytes);
int allocate_pitched(const DeviceCall& call, void** pointer, std::size_t* pitch, std::size_t width,
                     std::size_t height);
int allocate_host(const DeviceCall& call, void** pointer, std::size_t size_bytes,
                  devices::Residence residence);
int register_host(const DeviceCall& call, void* pointer, std::size_t size_bytes);
int unregister_host(const DeviceCall& call, void* pointer);
// hipFree waits for the device; hipFreeAsync does not.
int release(const DeviceCall& call, void* pointer, Wait wait);
int release_host(const DeviceCall& call, void* pointer);
int memory_info(const DeviceCall& call, std::size_t* free_bytes, std::size_t* total_bytes);

int copy(const DeviceCall& call, const Rectangle& what, int kind, void* stream, Wait wait);
// The same between two devices that the program names.
struct DevicePair {
  int to;
  int from;
};
int copy_between(const DeviceCall& call, const Rectangle& what, const DevicePair& devices,
                 void* stream);
// A variable of the current device, by the address of the host's copy. It takes memory of the
// device once it is asked for.
int symbol_address(const DeviceCall& call, void** address, const void* symbol);
int symbol_size(const DeviceCall& call, std::size_t* size_bytes, const void* symbol);
// `size_bytes` from `offset` on.
struct SymbolPart {
  const void* symbol;
  std::size_t size_bytes;
  std::size_t offset;
};
int copy_to_symbol(const DeviceCall& call, const SymbolPart& part, const void* from, int kind,
                   void* stream, Wait wait);
int copy_from_symbol(const DeviceCall& call, void* to, const SymbolPart& part, int kind,
                     void* stream, Wait wait);
int fill(const DeviceCall& call, const Rectangle& what, int value, void* stream);

}  // namespace smpi::accelerator
