// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of HIP.
#define SMPI_ACCEL(name) hip##name
#define SPELLED(name) hip##name
#define SPELLED_COMPILER(name) __hip##name
#define SPELLED_ERROR hip_name
#define SPELLED_VERSION 60000000
#include "libsmpi/doors/accelerator/runtime_functions.h"
