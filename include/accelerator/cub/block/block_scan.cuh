// SPDX-License-Identifier: BSD-3-Clause
//
// CUB is one header here.
#include "../cub.cuh"
