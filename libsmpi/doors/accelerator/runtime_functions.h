// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of the run-time interfaces of HIP and CUDA, written once: hip.cpp and cuda.cpp
// include this file with their own prefix. Enumerations are passed as int, handles as pointers.
//
// The including file says what SPELLED(name) is, and defines SPELLED_ERROR as the name of an error
// in the table of errors.cpp, SPELLED_PUSH, SPELLED_POP, SPELLED_REGISTER and the like as the names
// that the compiler generates calls of.
#pragma once

#include <algorithm>
#include <cstring>

#include "include/accelerator/smpi_accel/types.h"
#include "libsmpi/doors/accelerator/copies.h"
#include "libsmpi/doors/accelerator/devices.h"
#include "libsmpi/doors/accelerator/launches.h"
#include "libsmpi/doors/accelerator/registration.h"
#include "libsmpi/doors/accelerator/streams.h"

#pragma GCC visibility push(default)

extern "C" {

using smpi::accelerator::DeviceCall;
using smpi::accelerator::Dimensions;
using smpi::accelerator::Rectangle;
using smpi::accelerator::Wait;

// Errors.

int SPELLED(GetLastError)(void) {
  return smpi::accelerator::last_error(true);
}
int SPELLED(PeekAtLastError)(void) {
  return smpi::accelerator::last_error(false);
}
const char* SPELLED(GetErrorName)(int error) {
  return smpi::accelerator::text_of_error(error).SPELLED_ERROR;
}
const char* SPELLED(GetErrorString)(int error) {
  return smpi::accelerator::text_of_error(error).text;
}

// Devices.

int SPELLED(GetDeviceCount)(int* count) {
  const DeviceCall call;
  return call.end(smpi::accelerator::device_count(call, count));
}
int SPELLED(SetDevice)(int device) {
  const DeviceCall call;
  return call.end(smpi::accelerator::set_device(call, device));
}
int SPELLED(GetDevice)(int* device) {
  const DeviceCall call;
  return call.end(smpi::accelerator::get_device(call, device));
}
int SPELLED(GetDeviceProperties)(SMPI_ACCEL(DeviceProp_t) * properties, int device) {
  const DeviceCall call;
  if (const int error = smpi::accelerator::check_device(call, device)) return call.end(error);
  if (properties == nullptr) return call.end(smpi::accelerator::invalid_value);
  const smpi::models::DeviceSpec& spec = call.mine().state.devices.spec;
  *properties = {};
  std::strncpy(properties->name, spec.full_name.c_str(), sizeof properties->name - 1);
  std::strncpy(properties->gcnArchName, spec.name.c_str(), sizeof properties->gcnArchName - 1);
  properties->totalGlobalMem = static_cast<std::size_t>(spec.memory_bytes);
  properties->sharedMemPerBlock = smpi::accelerator::shared_memory_bytes;
  properties->regsPerBlock = smpi::accelerator::block_registers_max;
  properties->warpSize = static_cast<int>(spec.warp_size);
  properties->maxThreadsPerBlock = smpi::accelerator::block_threads_max;
  properties->maxThreadsPerMultiProcessor = 2 * smpi::accelerator::block_threads_max;
  std::fill_n(properties->maxThreadsDim, 3, smpi::accelerator::block_threads_max);
  std::fill_n(properties->maxGridSize, 3, smpi::accelerator::grid_blocks_max);
  properties->major = smpi::accelerator::capability;
  properties->multiProcessorCount = static_cast<int>(spec.multiprocessor_count);
  properties->canMapHostMemory = 1;
  properties->concurrentKernels = spec.kernel_engine_count > 1 ? 1 : 0;
  properties->pciBusID = device + 1;
  properties->asyncEngineCount = smpi::accelerator::copy_engines;
  properties->unifiedAddressing = 1;
  properties->managedMemory = 1;
  properties->cooperativeLaunch = 1;
  return call.end(smpi::accelerator::success);
}
int SPELLED(DeviceGetAttribute)(int* value, int attribute, int device) {
  const DeviceCall call;
  return call.end(smpi::accelerator::device_attribute(call, value, attribute, device));
}
int SPELLED(DeviceGetPCIBusId)(char* text, int size, int device) {
  const DeviceCall call;
  return call.end(smpi::accelerator::pci_bus_name(call, text, size, device));
}
int SPELLED(DeviceSynchronize)(void) {
  const DeviceCall call;
  return call.end(smpi::accelerator::synchronize_device(call));
}
int SPELLED(DeviceReset)(void) {
  const DeviceCall call;
  return call.end(smpi::accelerator::synchronize_device(call));
}
int SPELLED(SetDeviceFlags)(unsigned) {
  const DeviceCall call;
  return call.end(call.error());
}
int SPELLED(DeviceSetCacheConfig)(int) {
  const DeviceCall call;
  return call.end(call.error());
}
int SPELLED(DeviceCanAccessPeer)(int* can, int device, int peer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::can_access_peer(call, can, device, peer));
}
int SPELLED(DeviceEnablePeerAccess)(int peer, unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::set_peer_access(call, peer, true));
}
int SPELLED(DeviceDisablePeerAccess)(int peer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::set_peer_access(call, peer, false));
}
int SPELLED(DeviceGetStreamPriorityRange)(int* least, int* greatest) {
  const DeviceCall call;
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -1;
  return call.end(call.error());
}
int SPELLED(RuntimeGetVersion)(int* version) {
  if (version != nullptr) *version = SPELLED_VERSION;
  return smpi::accelerator::success;
}
int SPELLED(DriverGetVersion)(int* version) {
  if (version != nullptr) *version = SPELLED_VERSION;
  return smpi::accelerator::success;
}

// Memory.

int SPELLED(Malloc)(void** pointer, std::size_t size) {
  const DeviceCall call;
  return call.end(smpi::accelerator::allocate(call, pointer, size));
}
int SPELLED(MallocPitch)(void** pointer, std::size_t* pitch, std::size_t width,
                         std::size_t height) {
  const DeviceCall call;
  return call.end(smpi::accelerator::allocate_pitched(call, pointer, pitch, width, height));
}
int SPELLED(MallocAsync)(void** pointer, std::size_t size, void*) {
  const DeviceCall call;
  return call.end(smpi::accelerator::allocate(call, pointer, size));
}
int SPELLED(MallocManaged)(void** pointer, std::size_t size, unsigned) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::allocate_host(call, pointer, size, smpi::devices::Residence::managed));
}
int SPELLED(MallocHost)(void** pointer, std::size_t size) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::allocate_host(call, pointer, size, smpi::devices::Residence::pinned));
}
int SPELLED(HostMalloc)(void** pointer, std::size_t size, unsigned) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::allocate_host(call, pointer, size, smpi::devices::Residence::pinned));
}
int SPELLED(HostAlloc)(void** pointer, std::size_t size, unsigned) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::allocate_host(call, pointer, size, smpi::devices::Residence::pinned));
}
int SPELLED(HostRegister)(void* pointer, std::size_t size, unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::register_host(call, pointer, size));
}
int SPELLED(HostUnregister)(void* pointer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::unregister_host(call, pointer));
}
int SPELLED(HostGetDevicePointer)(void** device, void* host, unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::device_pointer(call, device, host));
}
int SPELLED(Free)(void* pointer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::release(call, pointer, Wait::yes));
}
int SPELLED(FreeAsync)(void* pointer, void*) {
  const DeviceCall call;
  return call.end(smpi::accelerator::release(call, pointer, Wait::no));
}
int SPELLED(FreeHost)(void* pointer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::release_host(call, pointer));
}
int SPELLED(HostFree)(void* pointer) {
  const DeviceCall call;
  return call.end(smpi::accelerator::release_host(call, pointer));
}
int SPELLED(MemGetInfo)(std::size_t* free_bytes, std::size_t* total_bytes) {
  const DeviceCall call;
  return call.end(smpi::accelerator::memory_info(call, free_bytes, total_bytes));
}
int SPELLED(PointerGetAttributes)(SMPI_ACCEL(PointerAttribute_t) * attributes,
                                  const void* pointer) {
  const DeviceCall call;
  smpi::accelerator::PointerFacts facts;
  const int error = smpi::accelerator::pointer_facts(call, facts, pointer);
  if (error != smpi::accelerator::success || attributes == nullptr) return call.end(error);
  *attributes = {};
  attributes->type = static_cast<SMPI_ACCEL(MemoryType)>(facts.type);
  attributes->memoryType = attributes->type;
  attributes->device = facts.device;
  attributes->devicePointer = facts.device_pointer;
  attributes->hostPointer = facts.host_pointer;
  attributes->isManaged = facts.is_managed ? 1 : 0;
  return call.end(error);
}

// Copies.

int SPELLED(Memcpy)(void* to, const void* from, std::size_t size, int kind) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy(call, {.to = to, .from = from, .width_bytes = size}, kind,
                                          nullptr, Wait::yes));
}
int SPELLED(MemcpyAsync)(void* to, const void* from, std::size_t size, int kind, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy(call, {.to = to, .from = from, .width_bytes = size}, kind,
                                          stream, Wait::no));
}
int SPELLED(MemcpyToSymbol)(const void* symbol, const void* from, std::size_t size,
                            std::size_t offset, int kind) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_to_symbol(call, {symbol, size, offset}, from, kind,
                                                    nullptr, Wait::yes));
}
int SPELLED(MemcpyToSymbolAsync)(const void* symbol, const void* from, std::size_t size,
                                 std::size_t offset, int kind, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_to_symbol(call, {symbol, size, offset}, from, kind,
                                                    stream, Wait::no));
}
int SPELLED(MemcpyFromSymbol)(void* to, const void* symbol, std::size_t size, std::size_t offset,
                              int kind) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_from_symbol(call, to, {symbol, size, offset}, kind,
                                                      nullptr, Wait::yes));
}
int SPELLED(MemcpyFromSymbolAsync)(void* to, const void* symbol, std::size_t size,
                                   std::size_t offset, int kind, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_from_symbol(call, to, {symbol, size, offset}, kind,
                                                      stream, Wait::no));
}
int SPELLED(GetSymbolAddress)(void** address, const void* symbol) {
  const DeviceCall call;
  return call.end(smpi::accelerator::symbol_address(call, address, symbol));
}
int SPELLED(GetSymbolSize)(std::size_t* size, const void* symbol) {
  const DeviceCall call;
  return call.end(smpi::accelerator::symbol_size(call, size, symbol));
}
int SPELLED(MemcpyWithStream)(void* to, const void* from, std::size_t size, int kind,
                              void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy(call, {.to = to, .from = from, .width_bytes = size}, kind,
                                          stream, Wait::yes));
}
int SPELLED(Memcpy2D)(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, int kind) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy(call, {to, to_pitch, from, from_pitch, width, height},
                                          kind, nullptr, Wait::yes));
}
int SPELLED(Memcpy2DAsync)(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                           std::size_t width, std::size_t height, int kind, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy(call, {to, to_pitch, from, from_pitch, width, height},
                                          kind, stream, Wait::no));
}
int SPELLED(MemcpyPeer)(void* to, int to_device, const void* from, int from_device,
                        std::size_t size) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_between(
      call, {.to = to, .from = from, .width_bytes = size}, {to_device, from_device}, nullptr));
}
int SPELLED(MemcpyPeerAsync)(void* to, int to_device, const void* from, int from_device,
                             std::size_t size, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::copy_between(
      call, {.to = to, .from = from, .width_bytes = size}, {to_device, from_device}, stream));
}
int SPELLED(Memset)(void* pointer, int value, std::size_t size) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::fill(call, {.to = pointer, .width_bytes = size}, value, nullptr));
}
int SPELLED(MemsetAsync)(void* pointer, int value, std::size_t size, void* stream) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::fill(call, {.to = pointer, .width_bytes = size}, value, stream));
}
int SPELLED(Memset2D)(void* pointer, std::size_t pitch, int value, std::size_t width,
                      std::size_t height) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::fill(call, {pointer, pitch, nullptr, 0, width, height}, value, nullptr));
}
int SPELLED(Memset2DAsync)(void* pointer, std::size_t pitch, int value, std::size_t width,
                           std::size_t height, void* stream) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::fill(call, {pointer, pitch, nullptr, 0, width, height}, value, stream));
}
int SPELLED(MemPrefetchAsync)(const void*, std::size_t, int, void*) {
  const DeviceCall call;
  return call.end(call.error());
}

// Streams.

int SPELLED(StreamCreate)(void** stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::make_stream(call, stream, 0, 0));
}
int SPELLED(StreamCreateWithFlags)(void** stream, unsigned flags) {
  const DeviceCall call;
  return call.end(smpi::accelerator::make_stream(call, stream, flags, 0));
}
int SPELLED(StreamCreateWithPriority)(void** stream, unsigned flags, int priority) {
  const DeviceCall call;
  return call.end(smpi::accelerator::make_stream(call, stream, flags, priority));
}
int SPELLED(StreamDestroy)(void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::destroy_stream(call, stream));
}
int SPELLED(StreamSynchronize)(void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::synchronize_stream(call, stream));
}
int SPELLED(StreamQuery)(void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::query_stream(call, stream));
}
int SPELLED(StreamWaitEvent)(void* stream, void* event, unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::wait_event(call, stream, event));
}
int SPELLED(StreamGetFlags)(void* stream, unsigned* flags) {
  const DeviceCall call;
  return call.end(smpi::accelerator::stream_facts(call, stream, flags, nullptr));
}
int SPELLED(StreamGetPriority)(void* stream, int* priority) {
  const DeviceCall call;
  return call.end(smpi::accelerator::stream_facts(call, stream, nullptr, priority));
}
int SPELLED(StreamAddCallback)(void* stream, smpi::accelerator::StreamCallback callback, void* data,
                               unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::add_callback(call, stream, callback, data));
}
int SPELLED(LaunchHostFunc)(void* stream, smpi::accelerator::HostFunction function, void* data) {
  const DeviceCall call;
  return call.end(smpi::accelerator::launch_host_function(call, stream, function, data));
}

// Events.

int SPELLED(EventCreate)(void** event) {
  const DeviceCall call;
  return call.end(smpi::accelerator::make_event(call, event, 0));
}
int SPELLED(EventCreateWithFlags)(void** event, unsigned flags) {
  const DeviceCall call;
  return call.end(smpi::accelerator::make_event(call, event, flags));
}
int SPELLED(EventDestroy)(void* event) {
  const DeviceCall call;
  return call.end(smpi::accelerator::destroy_event(call, event));
}
int SPELLED(EventRecord)(void* event, void* stream) {
  const DeviceCall call;
  return call.end(smpi::accelerator::record_event(call, event, stream));
}
int SPELLED(EventSynchronize)(void* event) {
  const DeviceCall call;
  return call.end(smpi::accelerator::synchronize_event(call, event));
}
int SPELLED(EventQuery)(void* event) {
  const DeviceCall call;
  return call.end(smpi::accelerator::query_event(call, event));
}
int SPELLED(EventElapsedTime)(float* milliseconds, void* start, void* stop) {
  const DeviceCall call;
  return call.end(smpi::accelerator::elapsed_time(call, milliseconds, start, stop));
}

// Kernels.

int SPELLED(LaunchKernel)(const void* function, Dimensions grid, Dimensions block, void** arguments,
                          std::size_t shared, void* stream) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::launch(call, {function, grid, block, arguments, shared, stream}));
}
int SPELLED(LaunchCooperativeKernel)(const void* function, Dimensions grid, Dimensions block,
                                     void** arguments, std::size_t shared, void* stream) {
  const DeviceCall call;
  return call.end(
      smpi::accelerator::launch(call, {function, grid, block, arguments, shared, stream}));
}
int SPELLED(FuncGetAttributes)(SMPI_ACCEL(FuncAttributes) * attributes, const void* function) {
  const DeviceCall call;
  if (const int error = smpi::accelerator::check_kernel(call, function)) return call.end(error);
  if (attributes == nullptr) return call.end(smpi::accelerator::invalid_value);
  *attributes = {};
  attributes->maxThreadsPerBlock = smpi::accelerator::block_threads_max;
  return call.end(smpi::accelerator::success);
}
int SPELLED(FuncSetAttribute)(const void* function, int, int) {
  const DeviceCall call;
  return call.end(smpi::accelerator::check_kernel(call, function));
}
int SPELLED(FuncSetCacheConfig)(const void* function, int) {
  const DeviceCall call;
  return call.end(smpi::accelerator::check_kernel(call, function));
}
int SPELLED(OccupancyMaxActiveBlocksPerMultiprocessor)(int* count, const void* function,
                                                       int block_size, std::size_t) {
  const DeviceCall call;
  return call.end(smpi::accelerator::active_blocks(call, count, function, block_size));
}

int SPELLED(OccupancyMaxPotentialBlockSize)(int* blocks, int* threads, const void* function,
                                            std::size_t, int threads_max) {
  const DeviceCall call;
  if (blocks == nullptr || threads == nullptr || threads_max < 0) {
    return call.end(smpi::accelerator::invalid_value);
  }
  const int most = smpi::accelerator::block_threads_max;
  *threads = threads_max > 0 ? std::min(threads_max, most) : most;
  const int error = smpi::accelerator::active_blocks(call, blocks, function, *threads);
  const auto processors = call.mine().state.devices.spec.multiprocessor_count;
  if (error == smpi::accelerator::success) *blocks *= static_cast<int>(processors);
  return call.end(error);
}

// Profilers see nothing here; timelines are smpirun's.

int SPELLED(ProfilerStart)(void) {
  const DeviceCall call;
  return call.end(call.error());
}
int SPELLED(ProfilerStop)(void) {
  const DeviceCall call;
  return call.end(call.error());
}

// Graphs are not modelled.

int SPELLED(StreamBeginCapture)(void*, int) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}
int SPELLED(StreamEndCapture)(void*, void**) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}
int SPELLED(GraphCreate)(void**, unsigned) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}
int SPELLED(GraphDestroy)(void*) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}
int SPELLED(GraphLaunch)(void*, void*) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}
int SPELLED(GraphExecDestroy)(void*) {
  const DeviceCall call;
  return call.end(smpi::accelerator::refuse(call));
}

// What the compiler generates calls of.

void** SPELLED_COMPILER(RegisterFatBinary)(const void*) {
  static void* no_code = nullptr;
  return &no_code;
}
void SPELLED_COMPILER(RegisterFatBinaryEnd)(void**) {}
void SPELLED_COMPILER(UnregisterFatBinary)(void**) {}
void SPELLED_COMPILER(RegisterFunction)(void**, const void* host_function, char*,
                                        const char* device_name, unsigned, void*, void*, void*,
                                        void*, int*) {
  smpi::accelerator::register_kernel(host_function, device_name);
}
void SPELLED_COMPILER(RegisterVar)(void**, char* host_variable, char*, const char*, int,
                                   std::size_t size_bytes, int, int) {
  smpi::accelerator::register_symbol(host_variable, size_bytes);
}
void SPELLED_COMPILER(RegisterManagedVar)(void**, void**, void*, const char*, std::size_t,
                                          unsigned) {}
int SPELLED_COMPILER(PushCallConfiguration)(Dimensions grid, Dimensions block, std::size_t shared,
                                            void* stream) {
  smpi::accelerator::push_configuration({nullptr, grid, block, nullptr, shared, stream});
  return smpi::accelerator::success;
}
int SPELLED_COMPILER(PopCallConfiguration)(Dimensions* grid, Dimensions* block, std::size_t* shared,
                                           void** stream) {
  smpi::accelerator::pop_configuration(*grid, *block, *shared, *stream);
  return smpi::accelerator::success;
}

}  // extern "C"

#pragma GCC visibility pop
