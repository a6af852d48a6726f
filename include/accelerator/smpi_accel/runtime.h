// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of HIP's and CUDA's run-time interfaces that libsmpi models, or refuses by name. The
// including header says what SMPI_ACCEL(name) is.
#ifndef SMPI_ACCEL_RUNTIME_H
#define SMPI_ACCEL_RUNTIME_H
#include "types.h"

typedef struct SMPI_ACCEL_STREAM* SMPI_ACCEL(Stream_t);
typedef struct SMPI_ACCEL_EVENT* SMPI_ACCEL(Event_t);
typedef struct SMPI_ACCEL(GraphObject) * SMPI_ACCEL(Graph_t);
typedef struct SMPI_ACCEL(GraphExecObject) * SMPI_ACCEL(GraphExec_t);
typedef void (*SMPI_ACCEL(StreamCallback_t))(SMPI_ACCEL(Stream_t) stream,
                                             SMPI_ACCEL(Error_t) status, void* data);

#define SMPI_ACCEL_CALL(name) SMPI_ACCEL(Error_t) SMPI_ACCEL(name)
#define SMPI_ACCEL_ON_STREAM SMPI_ACCEL(Stream_t) stream SMPI_ACCEL_DEFAULT(0)

#ifdef __cplusplus
extern "C" {
#endif

// Errors.
SMPI_ACCEL_CALL(GetLastError)(void);
SMPI_ACCEL_CALL(PeekAtLastError)(void);
const char* SMPI_ACCEL(GetErrorName)(SMPI_ACCEL(Error_t) error);
const char* SMPI_ACCEL(GetErrorString)(SMPI_ACCEL(Error_t) error);

// Devices.
SMPI_ACCEL_CALL(GetDeviceCount)(int* count);
SMPI_ACCEL_CALL(SetDevice)(int device);
SMPI_ACCEL_CALL(GetDevice)(int* device);
SMPI_ACCEL_CALL(GetDeviceProperties)(SMPI_ACCEL(DeviceProp_t) * properties, int device);
SMPI_ACCEL_CALL(DeviceGetAttribute)
(int* value, SMPI_ACCEL(DeviceAttribute_t) attribute, int device);
SMPI_ACCEL_CALL(DeviceGetPCIBusId)(char* text, int size, int device);
SMPI_ACCEL_CALL(DeviceSynchronize)(void);
SMPI_ACCEL_CALL(DeviceReset)(void);
SMPI_ACCEL_CALL(SetDeviceFlags)(unsigned flags);
SMPI_ACCEL_CALL(DeviceSetCacheConfig)(SMPI_ACCEL(FuncCache) configuration);
SMPI_ACCEL_CALL(DeviceCanAccessPeer)(int* can, int device, int peer);
SMPI_ACCEL_CALL(DeviceEnablePeerAccess)(int peer, unsigned flags);
SMPI_ACCEL_CALL(DeviceDisablePeerAccess)(int peer);
SMPI_ACCEL_CALL(DeviceGetStreamPriorityRange)(int* least, int* greatest);
SMPI_ACCEL_CALL(RuntimeGetVersion)(int* version);
SMPI_ACCEL_CALL(DriverGetVersion)(int* version);

// Memory.
SMPI_ACCEL_CALL(Malloc)(void** pointer, size_t size);
SMPI_ACCEL_CALL(MallocPitch)(void** pointer, size_t* pitch, size_t width, size_t height);
SMPI_ACCEL_CALL(MallocAsync)(void** pointer, size_t size, SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(MallocManaged)(void** pointer, size_t size, unsigned flags SMPI_ACCEL_DEFAULT(1));
SMPI_ACCEL_CALL(MallocHost)(void** pointer, size_t size);
SMPI_ACCEL_CALL(HostMalloc)(void** pointer, size_t size, unsigned flags SMPI_ACCEL_DEFAULT(0));
SMPI_ACCEL_CALL(HostAlloc)(void** pointer, size_t size, unsigned flags);
SMPI_ACCEL_CALL(HostRegister)(void* pointer, size_t size, unsigned flags);
SMPI_ACCEL_CALL(HostUnregister)(void* pointer);
SMPI_ACCEL_CALL(HostGetDevicePointer)(void** device, void* host, unsigned flags);
SMPI_ACCEL_CALL(Free)(void* pointer);
SMPI_ACCEL_CALL(FreeAsync)(void* pointer, SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(FreeHost)(void* pointer);
SMPI_ACCEL_CALL(HostFree)(void* pointer);
SMPI_ACCEL_CALL(MemGetInfo)(size_t* free, size_t* total);
SMPI_ACCEL_CALL(PointerGetAttributes)
(SMPI_ACCEL(PointerAttribute_t) * attributes, const void* pointer);

// Copies.
SMPI_ACCEL_CALL(Memcpy)(void* to, const void* from, size_t size, SMPI_ACCEL(MemcpyKind) kind);
SMPI_ACCEL_CALL(MemcpyAsync)
(void* to, const void* from, size_t size, SMPI_ACCEL(MemcpyKind) kind, SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(MemcpyWithStream)
(void* to, const void* from, size_t size, SMPI_ACCEL(MemcpyKind) kind, SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(Memcpy2D)
(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
 SMPI_ACCEL(MemcpyKind) kind);
SMPI_ACCEL_CALL(Memcpy2DAsync)
(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
 SMPI_ACCEL(MemcpyKind) kind, SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(MemcpyPeer)
(void* to, int to_device, const void* from, int from_device, size_t size);
SMPI_ACCEL_CALL(MemcpyPeerAsync)
(void* to, int to_device, const void* from, int from_device, size_t size, SMPI_ACCEL_ON_STREAM);
// Variables of devices: the symbol is the address of the variable.
SMPI_ACCEL_CALL(MemcpyToSymbol)
(const void* symbol, const void* from, size_t size, size_t offset, SMPI_ACCEL(MemcpyKind) kind);
SMPI_ACCEL_CALL(MemcpyToSymbolAsync)
(const void* symbol, const void* from, size_t size, size_t offset, SMPI_ACCEL(MemcpyKind) kind,
 SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(MemcpyFromSymbol)
(void* to, const void* symbol, size_t size, size_t offset, SMPI_ACCEL(MemcpyKind) kind);
SMPI_ACCEL_CALL(MemcpyFromSymbolAsync)
(void* to, const void* symbol, size_t size, size_t offset, SMPI_ACCEL(MemcpyKind) kind,
 SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(GetSymbolAddress)(void** address, const void* symbol);
SMPI_ACCEL_CALL(GetSymbolSize)(size_t* size, const void* symbol);
SMPI_ACCEL_CALL(Memset)(void* pointer, int value, size_t size);
SMPI_ACCEL_CALL(MemsetAsync)(void* pointer, int value, size_t size, SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(Memset2D)(void* pointer, size_t pitch, int value, size_t width, size_t height);
SMPI_ACCEL_CALL(Memset2DAsync)
(void* pointer, size_t pitch, int value, size_t width, size_t height, SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(MemPrefetchAsync)
(const void* pointer, size_t size, int device, SMPI_ACCEL_ON_STREAM);

// Streams.
SMPI_ACCEL_CALL(StreamCreate)(SMPI_ACCEL(Stream_t) * stream);
SMPI_ACCEL_CALL(StreamCreateWithFlags)(SMPI_ACCEL(Stream_t) * stream, unsigned flags);
SMPI_ACCEL_CALL(StreamCreateWithPriority)
(SMPI_ACCEL(Stream_t) * stream, unsigned flags, int priority);
SMPI_ACCEL_CALL(StreamDestroy)(SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(StreamSynchronize)(SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(StreamQuery)(SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(StreamWaitEvent)
(SMPI_ACCEL(Stream_t) stream, SMPI_ACCEL(Event_t) event, unsigned flags SMPI_ACCEL_DEFAULT(0));
SMPI_ACCEL_CALL(StreamGetFlags)(SMPI_ACCEL(Stream_t) stream, unsigned* flags);
SMPI_ACCEL_CALL(StreamGetPriority)(SMPI_ACCEL(Stream_t) stream, int* priority);
SMPI_ACCEL_CALL(StreamAddCallback)
(SMPI_ACCEL(Stream_t) stream, SMPI_ACCEL(StreamCallback_t) callback, void* data, unsigned flags);
SMPI_ACCEL_CALL(LaunchHostFunc)
(SMPI_ACCEL(Stream_t) stream, SMPI_ACCEL(HostFn_t) function, void* data);

// Events.
SMPI_ACCEL_CALL(EventCreate)(SMPI_ACCEL(Event_t) * event);
SMPI_ACCEL_CALL(EventCreateWithFlags)(SMPI_ACCEL(Event_t) * event, unsigned flags);
SMPI_ACCEL_CALL(EventDestroy)(SMPI_ACCEL(Event_t) event);
SMPI_ACCEL_CALL(EventRecord)(SMPI_ACCEL(Event_t) event, SMPI_ACCEL_ON_STREAM);
SMPI_ACCEL_CALL(EventSynchronize)(SMPI_ACCEL(Event_t) event);
SMPI_ACCEL_CALL(EventQuery)(SMPI_ACCEL(Event_t) event);
SMPI_ACCEL_CALL(EventElapsedTime)
(float* milliseconds, SMPI_ACCEL(Event_t) start, SMPI_ACCEL(Event_t) stop);

// Kernels.
SMPI_ACCEL_CALL(LaunchKernel)
(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
 SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(LaunchCooperativeKernel)
(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
 SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(FuncGetAttributes)(SMPI_ACCEL(FuncAttributes) * attributes, const void* function);
SMPI_ACCEL_CALL(FuncSetAttribute)
(const void* function, SMPI_ACCEL(FuncAttribute) attribute, int value);
SMPI_ACCEL_CALL(FuncSetCacheConfig)(const void* function, SMPI_ACCEL(FuncCache) configuration);
SMPI_ACCEL_CALL(OccupancyMaxActiveBlocksPerMultiprocessor)
(int* count, const void* function, int block_size, size_t shared);
SMPI_ACCEL_CALL(OccupancyMaxPotentialBlockSize)
(int* blocks, int* threads, const void* function, size_t shared, int threads_max);

// Ranges of profilers: taken, and nothing is made of them.
SMPI_ACCEL_CALL(ProfilerStart)(void);
SMPI_ACCEL_CALL(ProfilerStop)(void);

// Graphs are refused: they return ErrorNotSupported.
SMPI_ACCEL_CALL(StreamBeginCapture)
(SMPI_ACCEL(Stream_t) stream, SMPI_ACCEL(StreamCaptureMode) mode);
SMPI_ACCEL_CALL(StreamEndCapture)(SMPI_ACCEL(Stream_t) stream, SMPI_ACCEL(Graph_t) * graph);
SMPI_ACCEL_CALL(GraphCreate)(SMPI_ACCEL(Graph_t) * graph, unsigned flags);
SMPI_ACCEL_CALL(GraphDestroy)(SMPI_ACCEL(Graph_t) graph);
SMPI_ACCEL_CALL(GraphLaunch)(SMPI_ACCEL(GraphExec_t) graph, SMPI_ACCEL(Stream_t) stream);
SMPI_ACCEL_CALL(GraphExecDestroy)(SMPI_ACCEL(GraphExec_t) graph);

#ifdef __cplusplus
}
// Typed pointers.
template <class T>
inline SMPI_ACCEL_CALL(Malloc)(T** pointer, size_t size) {
  return SMPI_ACCEL(Malloc)((void**)pointer, size);
}
template <class T>
inline SMPI_ACCEL_CALL(MallocPitch)(T** pointer, size_t* pitch, size_t width, size_t height) {
  return SMPI_ACCEL(MallocPitch)((void**)pointer, pitch, width, height);
}
template <class T>
inline SMPI_ACCEL_CALL(MallocAsync)(T** pointer, size_t size, SMPI_ACCEL(Stream_t) stream) {
  return SMPI_ACCEL(MallocAsync)((void**)pointer, size, stream);
}
template <class T>
inline SMPI_ACCEL_CALL(MallocManaged)(T** pointer, size_t size, unsigned flags = 1) {
  return SMPI_ACCEL(MallocManaged)((void**)pointer, size, flags);
}
template <class T>
inline SMPI_ACCEL_CALL(MallocHost)(T** pointer, size_t size) {
  return SMPI_ACCEL(MallocHost)((void**)pointer, size);
}
template <class T>
inline SMPI_ACCEL_CALL(HostMalloc)(T** pointer, size_t size, unsigned flags = 0) {
  return SMPI_ACCEL(HostMalloc)((void**)pointer, size, flags);
}
template <class T>
inline SMPI_ACCEL_CALL(HostAlloc)(T** pointer, size_t size, unsigned flags) {
  return SMPI_ACCEL(HostAlloc)((void**)pointer, size, flags);
}
template <class T>
inline SMPI_ACCEL_CALL(HostGetDevicePointer)(T** device, void* host, unsigned flags) {
  return SMPI_ACCEL(HostGetDevicePointer)((void**)device, host, flags);
}
template <class T>
inline SMPI_ACCEL_CALL(MemcpyToSymbol)(const T& symbol, const void* from, size_t size,
                                       size_t offset = 0,
                                       SMPI_ACCEL(MemcpyKind)
                                           kind = SMPI_ACCEL(MemcpyHostToDevice)) {
  return SMPI_ACCEL(MemcpyToSymbol)((const void*)&symbol, from, size, offset, kind);
}
template <class T>
inline SMPI_ACCEL_CALL(MemcpyToSymbolAsync)(const T& symbol, const void* from, size_t size,
                                            size_t offset, SMPI_ACCEL(MemcpyKind) kind,
                                            SMPI_ACCEL(Stream_t) stream = 0) {
  return SMPI_ACCEL(MemcpyToSymbolAsync)((const void*)&symbol, from, size, offset, kind, stream);
}
template <class T>
inline SMPI_ACCEL_CALL(MemcpyFromSymbol)(void* to, const T& symbol, size_t size, size_t offset = 0,
                                         SMPI_ACCEL(MemcpyKind)
                                             kind = SMPI_ACCEL(MemcpyDeviceToHost)) {
  return SMPI_ACCEL(MemcpyFromSymbol)(to, (const void*)&symbol, size, offset, kind);
}
template <class T>
inline SMPI_ACCEL_CALL(MemcpyFromSymbolAsync)(void* to, const T& symbol, size_t size, size_t offset,
                                              SMPI_ACCEL(MemcpyKind) kind,
                                              SMPI_ACCEL(Stream_t) stream = 0) {
  return SMPI_ACCEL(MemcpyFromSymbolAsync)(to, (const void*)&symbol, size, offset, kind, stream);
}
template <class T>
inline SMPI_ACCEL_CALL(GetSymbolAddress)(void** address, const T& symbol) {
  return SMPI_ACCEL(GetSymbolAddress)(address, (const void*)&symbol);
}
template <class T>
inline SMPI_ACCEL_CALL(GetSymbolSize)(size_t* size, const T& symbol) {
  return SMPI_ACCEL(GetSymbolSize)(size, (const void*)&symbol);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(FuncSetCacheConfig)(void (*function)(Parameters...),
                                           SMPI_ACCEL(FuncCache) configuration) {
  return SMPI_ACCEL(FuncSetCacheConfig)((const void*)function, configuration);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(LaunchKernel)(void (*function)(Parameters...), dim3 grid, dim3 block,
                                     void** arguments, size_t shared = 0,
                                     SMPI_ACCEL(Stream_t) stream = 0) {
  return SMPI_ACCEL(LaunchKernel)((const void*)function, grid, block, arguments, shared, stream);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(LaunchCooperativeKernel)(void (*function)(Parameters...), dim3 grid,
                                                dim3 block, void** arguments, size_t shared = 0,
                                                SMPI_ACCEL(Stream_t) stream = 0) {
  return SMPI_ACCEL(LaunchCooperativeKernel)((const void*)function, grid, block, arguments, shared,
                                             stream);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(FuncGetAttributes)(SMPI_ACCEL(FuncAttributes) * attributes,
                                          void (*function)(Parameters...)) {
  return SMPI_ACCEL(FuncGetAttributes)(attributes, (const void*)function);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(FuncSetAttribute)(void (*function)(Parameters...),
                                         SMPI_ACCEL(FuncAttribute) attribute, int value) {
  return SMPI_ACCEL(FuncSetAttribute)((const void*)function, attribute, value);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(OccupancyMaxActiveBlocksPerMultiprocessor)(int* count,
                                                                  void (*function)(Parameters...),
                                                                  int block_size, size_t shared) {
  return SMPI_ACCEL(OccupancyMaxActiveBlocksPerMultiprocessor)(count, (const void*)function,
                                                               block_size, shared);
}
template <class... Parameters>
inline SMPI_ACCEL_CALL(OccupancyMaxPotentialBlockSize)(int* blocks, int* threads,
                                                       void (*function)(Parameters...),
                                                       size_t shared = 0, int threads_max = 0) {
  return SMPI_ACCEL(OccupancyMaxPotentialBlockSize)(blocks, threads, (const void*)function, shared,
                                                    threads_max);
}
#endif

#undef SMPI_ACCEL_CALL
#undef SMPI_ACCEL_ON_STREAM
#endif
