// SPDX-License-Identifier: BSD-3-Clause
//
// The table of error codes.
#include "libsmpi/doors/accelerator/errors.h"

#include <algorithm>
#include <iterator>

namespace smpi::accelerator {
namespace {

constexpr ErrorText texts[] = {
    {success, "hipSuccess", "cudaSuccess", "no error"},
    {invalid_value, "hipErrorInvalidValue", "cudaErrorInvalidValue", "invalid argument"},
    {out_of_memory, "hipErrorOutOfMemory", "cudaErrorMemoryAllocation", "out of memory"},
    {invalid_configuration, "hipErrorInvalidConfiguration", "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {invalid_pitch, "hipErrorInvalidPitchValue", "cudaErrorInvalidPitchValue",
     "invalid pitch argument"},
    {invalid_symbol, "hipErrorInvalidSymbol", "cudaErrorInvalidSymbol", "invalid device symbol"},
    {invalid_device_pointer, "hipErrorInvalidDevicePointer", "cudaErrorInvalidDevicePointer",
     "invalid device pointer"},
    {invalid_copy_direction, "hipErrorInvalidMemcpyDirection", "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {invalid_device_function, "hipErrorInvalidDeviceFunction", "cudaErrorInvalidDeviceFunction",
     "invalid device function"},
    {no_device, "hipErrorNoDevice", "cudaErrorNoDevice", "no accelerator is detected"},
    {invalid_device, "hipErrorInvalidDevice", "cudaErrorInvalidDevice", "invalid device ordinal"},
    {invalid_handle, "hipErrorInvalidHandle", "cudaErrorInvalidResourceHandle",
     "invalid resource handle"},
    {not_ready, "hipErrorNotReady", "cudaErrorNotReady", "device not ready"},
    {illegal_address, "hipErrorIllegalAddress", "cudaErrorIllegalAddress",
     "an illegal memory access was encountered"},
    {peer_access_already_enabled, "hipErrorPeerAccessAlreadyEnabled",
     "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {peer_access_not_enabled, "hipErrorPeerAccessNotEnabled", "cudaErrorPeerAccessNotEnabled",
     "peer access has not been enabled"},
    {host_memory_already_registered, "hipErrorHostMemoryAlreadyRegistered",
     "cudaErrorHostMemoryAlreadyRegistered", "part or all of the memory is already registered"},
    {host_memory_not_registered, "hipErrorHostMemoryNotRegistered",
     "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {not_supported, "hipErrorNotSupported", "cudaErrorNotSupported", "operation not supported"},
    {999, "hipErrorUnknown", "cudaErrorUnknown", "unknown error"},
};

}  // namespace

const ErrorText& text_of_error(int code) {
  const auto* const found = std::ranges::find(texts, code, &ErrorText::code);
  return found == std::end(texts) ? *std::prev(found) : *found;
}

}  // namespace smpi::accelerator
