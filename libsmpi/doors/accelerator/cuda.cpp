// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of CUDA.
#define SMPI_ACCEL(name) cuda##name
#define SPELLED(name) cuda##name
#define SPELLED_COMPILER(name) __cuda##name
#define SPELLED_ERROR cuda_name
#define SPELLED_VERSION 12000
#include "libsmpi/doors/accelerator/runtime_functions.h"
