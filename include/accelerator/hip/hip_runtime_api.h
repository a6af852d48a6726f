// SPDX-License-Identifier: BSD-3-Clause
//
// The run-time interface of HIP, for programs that smpicxx --hip compiles.
#ifndef SMPI_HIP_RUNTIME_API_H
#define SMPI_HIP_RUNTIME_API_H
#if !defined(__HIP_PLATFORM_AMD__)
#define __HIP_PLATFORM_AMD__ 1
#endif
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION 60000000
#define SMPI_ACCEL(name) hip##name
#define SMPI_ACCEL_STREAM ihipStream_t
#define SMPI_ACCEL_EVENT ihipEvent_t
#define SMPI_ACCEL_PUSH __hipPushCallConfiguration
#include "../smpi_accel/runtime.h"
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamPerThread ((hipStream_t)2)
#define hipMemoryTypeUnified hipMemoryTypeManaged
#define HIP_SYMBOL(variable) variable
#endif
