// SPDX-License-Identifier: BSD-3-Clause
//
// Launches of kernels, and functions of the host in a stream.
//
// A kernel takes what its file says (cost/devices/kernels.h), on a kernel engine of the device. A
// pointer to memory that the device cannot reach, where the file has a signature, is an error that
// the next call returns, as on a real device, and a message that names kernel and argument.
#pragma once

#include <cstddef>
#include <cstdint>

#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {

// As dim3 is passed.
struct Dimensions {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;
};

struct Launch {
  const void* function;  // of the host, registered for the kernel
  Dimensions grid;
  Dimensions block;
  void** arguments;
  std::size_t shared_bytes;
  void* stream;
};

// All of them return an error code.
int launch(const DeviceCall& call, const Launch& what);

using HostFunction = void (*)(void* data);
// Runs a function of the program when the stream has come to it; the stream waits for its end.
int launch_host_function(const DeviceCall& call, void* stream, HostFunction function, void* data);

}  // namespace smpi::accelerator
