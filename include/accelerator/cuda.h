// SPDX-License-Identifier: BSD-3-Clause
//
// What programs of the run-time interface take from the header of the driver interface: its version
// and types. Its functions (cuModule... and the like) are not there.
#ifndef SMPI_CUDA_H
#define SMPI_CUDA_H
#include "cuda_runtime_api.h"
#define CUDA_VERSION CUDART_VERSION
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
#endif
