// SPDX-License-Identifier: BSD-3-Clause
//
// CUDA's types are declared with everything else.
#include "cuda_runtime_api.h"
