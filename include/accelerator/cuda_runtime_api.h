// SPDX-License-Identifier: BSD-3-Clause
//
// The run-time interface of CUDA, for programs that smpicxx --cuda compiles.
#ifndef SMPI_CUDA_RUNTIME_API_H
#define SMPI_CUDA_RUNTIME_API_H
#define CUDART_VERSION 12000
// Headers of other people look whether CUDA's own have been read.
#define __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__
#define SMPI_ACCEL(name) cuda##name
#define SMPI_ACCEL_STREAM CUstream_st
#define SMPI_ACCEL_EVENT CUevent_st
#define SMPI_ACCEL_PUSH __cudaPushCallConfiguration
#include "smpi_accel/runtime.h"
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define CUDART_CB
#endif
