// SPDX-License-Identifier: BSD-3-Clause
//
// CUDA for programs with kernels.
#ifndef SMPI_CUDA_RUNTIME_H
#define SMPI_CUDA_RUNTIME_H
#include "cuda_runtime_api.h"
#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__  // clang leaves this to the headers
#endif
#include "smpi_accel/device_code.h"
#endif
#endif
