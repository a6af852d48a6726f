// SPDX-License-Identifier: BSD-3-Clause
//
// cudaProfilerStart and cudaProfilerStop are declared with everything else.
#include "cuda_runtime_api.h"
