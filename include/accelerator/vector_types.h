// SPDX-License-Identifier: BSD-3-Clause
//
// CUDA's vectors are declared with everything else.
#include "cuda_runtime.h"
