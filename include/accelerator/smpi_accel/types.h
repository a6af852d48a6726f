// SPDX-License-Identifier: BSD-3-Clause
//
// Types and numbers of HIP's and CUDA's run-time interfaces, which differ in little but the prefix
// of their names: SMPI_ACCEL(name) is hipname or cudaname, as the including header says.
// Numbers are those of the public interfaces, structures are libsmpi's own.
#ifndef SMPI_ACCEL_TYPES_H
#define SMPI_ACCEL_TYPES_H
#include <stddef.h>

#ifdef __cplusplus
#define SMPI_ACCEL_DEFAULT(value) = value
#else
#define SMPI_ACCEL_DEFAULT(value)
#endif

typedef enum SMPI_ACCEL(Error) {
  SMPI_ACCEL(Success) = 0,
  SMPI_ACCEL(ErrorInvalidValue) = 1,
  SMPI_ACCEL(ErrorMemoryAllocation) = 2,
  SMPI_ACCEL(ErrorOutOfMemory) = 2,
  SMPI_ACCEL(ErrorInitializationError) = 3,
  SMPI_ACCEL(ErrorNotInitialized) = 3,
  SMPI_ACCEL(ErrorInvalidConfiguration) = 9,
  SMPI_ACCEL(ErrorInvalidPitchValue) = 12,
  SMPI_ACCEL(ErrorInvalidSymbol) = 13,
  SMPI_ACCEL(ErrorInvalidDevicePointer) = 17,
  SMPI_ACCEL(ErrorInvalidMemcpyDirection) = 21,
  SMPI_ACCEL(ErrorInsufficientDriver) = 35,
  SMPI_ACCEL(ErrorInvalidDeviceFunction) = 98,
  SMPI_ACCEL(ErrorNoDevice) = 100,
  SMPI_ACCEL(ErrorInvalidDevice) = 101,
  SMPI_ACCEL(ErrorInvalidResourceHandle) = 400,
  SMPI_ACCEL(ErrorInvalidHandle) = 400,
  SMPI_ACCEL(ErrorNotReady) = 600,
  SMPI_ACCEL(ErrorIllegalAddress) = 700,
  SMPI_ACCEL(ErrorPeerAccessAlreadyEnabled) = 704,
  SMPI_ACCEL(ErrorPeerAccessNotEnabled) = 705,
  SMPI_ACCEL(ErrorHostMemoryAlreadyRegistered) = 712,
  SMPI_ACCEL(ErrorHostMemoryNotRegistered) = 713,
  SMPI_ACCEL(ErrorLaunchFailure) = 719,
  SMPI_ACCEL(ErrorNotSupported) = 801,
  SMPI_ACCEL(ErrorStreamCaptureUnsupported) = 900,
  SMPI_ACCEL(ErrorUnknown) = 999
} SMPI_ACCEL(Error_t);

typedef enum SMPI_ACCEL(MemcpyKind) {
  SMPI_ACCEL(MemcpyHostToHost) = 0,
  SMPI_ACCEL(MemcpyHostToDevice) = 1,
  SMPI_ACCEL(MemcpyDeviceToHost) = 2,
  SMPI_ACCEL(MemcpyDeviceToDevice) = 3,
  SMPI_ACCEL(MemcpyDefault) = 4
} SMPI_ACCEL(MemcpyKind);

typedef enum SMPI_ACCEL(MemoryType) {
  SMPI_ACCEL(MemoryTypeUnregistered) = 0,
  SMPI_ACCEL(MemoryTypeHost) = 1,
  SMPI_ACCEL(MemoryTypeDevice) = 2,
  SMPI_ACCEL(MemoryTypeManaged) = 3
} SMPI_ACCEL(MemoryType);

typedef struct SMPI_ACCEL(PointerAttributes) {
  SMPI_ACCEL(MemoryType) type;
  SMPI_ACCEL(MemoryType) memoryType;
  int device;
  void* devicePointer;
  void* hostPointer;
  int isManaged;
  unsigned allocationFlags;
} SMPI_ACCEL(PointerAttribute_t);

typedef enum SMPI_ACCEL(DeviceAttribute) {
  SMPI_ACCEL(DevAttrMaxThreadsPerBlock) = 1,
  SMPI_ACCEL(DevAttrMaxBlockDimX) = 2,
  SMPI_ACCEL(DevAttrMaxBlockDimY) = 3,
  SMPI_ACCEL(DevAttrMaxBlockDimZ) = 4,
  SMPI_ACCEL(DevAttrMaxGridDimX) = 5,
  SMPI_ACCEL(DevAttrMaxGridDimY) = 6,
  SMPI_ACCEL(DevAttrMaxGridDimZ) = 7,
  SMPI_ACCEL(DevAttrMaxSharedMemoryPerBlock) = 8,
  SMPI_ACCEL(DevAttrTotalConstantMemory) = 9,
  SMPI_ACCEL(DevAttrWarpSize) = 10,
  SMPI_ACCEL(DevAttrMaxRegistersPerBlock) = 12,
  SMPI_ACCEL(DevAttrClockRate) = 13,
  SMPI_ACCEL(DevAttrGpuOverlap) = 15,
  SMPI_ACCEL(DevAttrMultiProcessorCount) = 16,
  SMPI_ACCEL(DevAttrKernelExecTimeout) = 17,
  SMPI_ACCEL(DevAttrIntegrated) = 18,
  SMPI_ACCEL(DevAttrCanMapHostMemory) = 19,
  SMPI_ACCEL(DevAttrComputeMode) = 20,
  SMPI_ACCEL(DevAttrConcurrentKernels) = 31,
  SMPI_ACCEL(DevAttrEccEnabled) = 32,
  SMPI_ACCEL(DevAttrPciBusId) = 33,
  SMPI_ACCEL(DevAttrPciDeviceId) = 34,
  SMPI_ACCEL(DevAttrMemoryClockRate) = 36,
  SMPI_ACCEL(DevAttrGlobalMemoryBusWidth) = 37,
  SMPI_ACCEL(DevAttrL2CacheSize) = 38,
  SMPI_ACCEL(DevAttrMaxThreadsPerMultiProcessor) = 39,
  SMPI_ACCEL(DevAttrAsyncEngineCount) = 40,
  SMPI_ACCEL(DevAttrUnifiedAddressing) = 41,
  SMPI_ACCEL(DevAttrPciDomainId) = 50,
  SMPI_ACCEL(DevAttrComputeCapabilityMajor) = 75,
  SMPI_ACCEL(DevAttrComputeCapabilityMinor) = 76,
  SMPI_ACCEL(DevAttrStreamPrioritiesSupported) = 78,
  SMPI_ACCEL(DevAttrMaxSharedMemoryPerMultiprocessor) = 81,
  SMPI_ACCEL(DevAttrMaxRegistersPerMultiprocessor) = 82,
  SMPI_ACCEL(DevAttrManagedMemory) = 83,
  SMPI_ACCEL(DevAttrHostNativeAtomicSupported) = 86,
  SMPI_ACCEL(DevAttrPageableMemoryAccess) = 88,
  SMPI_ACCEL(DevAttrConcurrentManagedAccess) = 89,
  SMPI_ACCEL(DevAttrCanUseHostPointerForRegisteredMem) = 91,
  SMPI_ACCEL(DevAttrCooperativeLaunch) = 95,
  SMPI_ACCEL(DevAttrMaxSharedMemoryPerBlockOptin) = 97
} SMPI_ACCEL(DeviceAttribute_t);

typedef enum SMPI_ACCEL(ComputeMode) {
  SMPI_ACCEL(ComputeModeDefault) = 0,
  SMPI_ACCEL(ComputeModeExclusive) = 1,
  SMPI_ACCEL(ComputeModeProhibited) = 2,
  SMPI_ACCEL(ComputeModeExclusiveProcess) = 3
} SMPI_ACCEL(ComputeMode);

typedef struct SMPI_ACCEL(DeviceProp) {
  char name[256];
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int concurrentKernels;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int maxThreadsPerMultiProcessor;
  int asyncEngineCount;
  int unifiedAddressing;
  int managedMemory;
  int concurrentManagedAccess;
  int pageableMemoryAccess;
  int cooperativeLaunch;
  char gcnArchName[256];
} SMPI_ACCEL(DeviceProp_t);

typedef struct SMPI_ACCEL(FuncAttributes) {
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
} SMPI_ACCEL(FuncAttributes);

typedef enum SMPI_ACCEL(FuncAttribute) {
  SMPI_ACCEL(FuncAttributeMaxDynamicSharedMemorySize) = 8,
  SMPI_ACCEL(FuncAttributePreferredSharedMemoryCarveout) = 9
} SMPI_ACCEL(FuncAttribute);

typedef enum SMPI_ACCEL(FuncCache) {
  SMPI_ACCEL(FuncCachePreferNone) = 0,
  SMPI_ACCEL(FuncCachePreferShared) = 1,
  SMPI_ACCEL(FuncCachePreferL1) = 2,
  SMPI_ACCEL(FuncCachePreferEqual) = 3
} SMPI_ACCEL(FuncCache);

typedef enum SMPI_ACCEL(StreamCaptureMode) {
  SMPI_ACCEL(StreamCaptureModeGlobal) = 0,
  SMPI_ACCEL(StreamCaptureModeThreadLocal) = 1,
  SMPI_ACCEL(StreamCaptureModeRelaxed) = 2
} SMPI_ACCEL(StreamCaptureMode);

enum {
  SMPI_ACCEL(StreamDefault) = 0,
  SMPI_ACCEL(StreamNonBlocking) = 1,
  SMPI_ACCEL(EventDefault) = 0,
  SMPI_ACCEL(EventBlockingSync) = 1,
  SMPI_ACCEL(EventDisableTiming) = 2,
  SMPI_ACCEL(EventInterprocess) = 4,
  SMPI_ACCEL(HostMallocDefault) = 0,
  SMPI_ACCEL(HostMallocPortable) = 1,
  SMPI_ACCEL(HostMallocMapped) = 2,
  SMPI_ACCEL(HostMallocWriteCombined) = 4,
  SMPI_ACCEL(HostMallocCoherent) = 0x40000000,
  SMPI_ACCEL(HostMallocNonCoherent) = 0,
  SMPI_ACCEL(HostMallocNumaUser) = 0x20000000,
  SMPI_ACCEL(HostAllocDefault) = 0,
  SMPI_ACCEL(HostAllocPortable) = 1,
  SMPI_ACCEL(HostAllocMapped) = 2,
  SMPI_ACCEL(HostAllocWriteCombined) = 4,
  SMPI_ACCEL(HostRegisterDefault) = 0,
  SMPI_ACCEL(HostRegisterPortable) = 1,
  SMPI_ACCEL(HostRegisterMapped) = 2,
  SMPI_ACCEL(MemAttachGlobal) = 1,
  SMPI_ACCEL(MemAttachHost) = 2,
  SMPI_ACCEL(DeviceScheduleAuto) = 0,
  SMPI_ACCEL(DeviceScheduleSpin) = 1,
  SMPI_ACCEL(DeviceScheduleYield) = 2,
  SMPI_ACCEL(DeviceScheduleBlockingSync) = 4,
  SMPI_ACCEL(DeviceMapHost) = 8
};

typedef void (*SMPI_ACCEL(HostFn_t))(void* data);

typedef struct uint3 {
  unsigned x, y, z;
} uint3;

#ifdef __cplusplus
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 other) : x(other.x), y(other.y), z(other.z) {}
};
#else
typedef struct dim3 {
  unsigned x, y, z;
} dim3;
#endif

#endif
