// SPDX-License-Identifier: BSD-3-Clause
//
// threadIdx and the like are declared with everything else.
#include "cuda_runtime.h"
